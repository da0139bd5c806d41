/** Messages to the writer thread. `append` names a filled stretch of a shared block; `full` gives the block back; `say` is a line for stderr. */
export type ToWriter =
  | { do: 'open'; path: string }
  | { do: 'append'; block: SharedArrayBuffer; start: number; end: number; full: boolean }
  | { do: 'say'; text: string }
  | { do: 'close' };

/** Messages from it. After `fail` the run's evidence is incomplete and the run is broken off. */
export type FromWriter =
  | { did: 'open' }
  | { did: 'append'; block: SharedArrayBuffer }
  | { did: 'close' }
  | { did: 'fail'; message: string };
