/** The two sides of a comparison. `baseline` is B and `candidate` is C in an order such as `BCCB`. */
export const ARMS = ['baseline', 'candidate'] as const;

export type Arm = (typeof ARMS)[number];
