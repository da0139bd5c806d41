/** What a clause with a claim to show can end as. */
export type Decision = 'PASS' | 'FAIL' | 'INCONCLUSIVE';
