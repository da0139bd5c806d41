import { connect, createServer } from 'node:net';

/** A listener whose queue is full does not even refuse. */
const ANSWER_MS = 1_000;

/** A port nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/**
 * Whether somebody listens on a port of 127.0.0.1. Asked by connecting: a port can't be bound for a minute after a server
 * without SO_REUSEADDR was stopped, though nobody listens.
 */
export function portBusy(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ port, host: '127.0.0.1', timeout: ANSWER_MS });
    const answer = (busy: boolean) => {
      probe.destroy();
      resolve(busy);
    };
    // A probe may be given that very port for itself, and then meets nobody else.
    probe.once('connect', () => answer(probe.localPort !== port));
    probe.once('timeout', () => answer(true));
    probe.once('error', () => answer(false));
  });
}
