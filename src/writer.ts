import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { FromWriter, ToWriter } from './bundle/writer-protocol.js';

/**
 * Entry of the writer thread: appends stamped blocks to `raw.bin`, so that the measuring thread never waits for a disk.
 */
let fd = -1;

function handle(message: ToWriter): FromWriter | null {
  switch (message.do) {
    case 'open':
      fd = openSync(message.path, 'wx');
      return { did: 'open' };
    case 'append': {
      const bytes = Buffer.from(message.block, message.start, message.end - message.start);
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
      return message.full ? { did: 'append', block: message.block } : null;
    }
    case 'say':
      say(message.text);
      return null;
    case 'close':
      fsyncSync(fd);
      closeSync(fd);
      return { did: 'close' };
  }
}

/** A log whose reader went away is no failure of the evidence. */
function say(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // Nobody reads it.
  }
}

parentPort?.on('message', (message: ToWriter) => {
  let answer: FromWriter | null;
  try {
    answer = handle(message);
  } catch (error) {
    answer = { did: 'fail', message: `${message.do}: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (answer !== null) parentPort?.postMessage(answer);
});
