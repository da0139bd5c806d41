import { configureGlobal } from 'fast-check';

// Properties are tried on the same inputs everywhere; a failure is then everyone's failure.
configureGlobal({ seed: 20_261_130 });
