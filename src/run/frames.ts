import type { Worker } from 'node:worker_threads';
import { ENTRY_HEADER_BYTES, KIND, NO_REQUEST, RAW_MAGIC, writeEntry } from '../bundle/raw.js';
import type { FromWriter, ToWriter } from '../bundle/writer-protocol.js';
import { idleMs, nowMs } from './clock.js';

const BLOCK_BYTES = 4 * 1024 * 1024;

/** Where filled stretches of blocks go: to the writer thread, or nowhere for a warm-up that only needs its answers. */
export interface FrameSink {
  append(block: SharedArrayBuffer, start: number, end: number, full: boolean): void;
}

/**
 * The record of one replay: stamped entries in 4 MiB blocks shared by all streams, and the table of event-loop
 * iterations that turns a callback's time into an interval (client I/O, mechanisms 1 to 3). Recording one entry is a few
 * stores and one copy; nothing is parsed, serialised or written here.
 *
 * Order markers (mechanism 4) will be one more kind of entry, written by `open` of the iteration that reads them.
 */
export class FrameLog {
  /** ms on the process clock at which the window starts; entries are relative to it. */
  readonly originMs: number;
  private readonly sink: FrameSink;
  private readonly free: SharedArrayBuffer[] = [];
  private block: SharedArrayBuffer;
  private view: DataView;
  private offset = 0;
  private flushed = 0;
  private iteration = 0;
  private isOpen = false;
  private batchMs = 0;
  private idleAtBatchMs = 0;
  private readonly idleStartMs: number;
  /** Blocks allocated after construction, that is inside the replay: each may cost a pause. */
  lateBlocks = 0;

  constructor(sink: FrameSink, originMs: number, expectedBytes: number) {
    this.sink = sink;
    this.originMs = originMs;
    const blocks = Math.max(2, Math.ceil(expectedBytes / BLOCK_BYTES) + 1);
    for (let i = 1; i < blocks; i += 1) this.free.push(touchedBlock());
    this.block = touchedBlock();
    this.view = new DataView(this.block);
    this.idleStartMs = idleMs();
    new Uint8Array(this.block).set(RAW_MAGIC);
    this.offset = RAW_MAGIC.length;
  }

  /** Records an entry of a request at time `tMs` of the process clock. `number` and `payload` are the kind's own. */
  add(kind: number, request: number, tMs: number, number = 0, payload: Uint8Array | null = null): void {
    this.reserve(ENTRY_HEADER_BYTES + (payload === null ? 0 : payload.length));
    const entry = { kind, request, iteration: this.iteration, tMs: tMs - this.originMs, number };
    this.offset = writeEntry(this.view, this.offset, entry, payload);
  }

  /** Records bytes read at `tMs`, opening this loop iteration's row of the table if it is the first read in it. */
  data(request: number, tMs: number, chunk: Uint8Array): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.iteration += 1;
      this.idleAtBatchMs = idleMs();
      this.batchMs = nowMs();
      setImmediate(this.closeIteration);
    }
    for (let at = 0; at === 0 || at < chunk.length; at += BLOCK_BYTES / 2) {
      this.add(KIND.data, request, tMs, 0, chunk.subarray(at, at + BLOCK_BYTES / 2));
    }
  }

  private readonly closeIteration = (): void => {
    if (!this.isOpen) return;
    const idle = new Float64Array([this.idleAtBatchMs - this.idleStartMs, idleMs() - this.idleStartMs]);
    this.add(KIND.iteration, NO_REQUEST, nowMs(), this.batchMs - this.originMs, new Uint8Array(idle.buffer));
    this.isOpen = false;
  };

  private reserve(bytes: number): void {
    if (this.offset + bytes <= BLOCK_BYTES) return;
    this.sink.append(this.block, this.flushed, this.offset, true);
    let next = this.free.pop();
    if (next === undefined) {
      next = new SharedArrayBuffer(BLOCK_BYTES);
      this.lateBlocks += 1;
    }
    this.block = next;
    this.view = new DataView(next);
    this.offset = 0;
    this.flushed = 0;
  }

  /** Hands over what the open block holds so far; called each second, so that a crash loses at most that much. */
  flush(): void {
    if (this.isOpen) return;
    if (this.offset > this.flushed) this.sink.append(this.block, this.flushed, this.offset, false);
    this.flushed = this.offset;
  }

  /** Closes an open iteration row, marks the record as whole and hands over the rest. */
  finish(): void {
    this.closeIteration();
    this.add(KIND.close, NO_REQUEST, nowMs());
    this.flush();
  }

  /** Takes a written block back for reuse. */
  giveBack(block: SharedArrayBuffer): void {
    this.free.push(block);
  }
}

/** A block whose pages are already mapped, so that the first write inside the window does not fault. */
function touchedBlock(): SharedArrayBuffer {
  const block = new SharedArrayBuffer(BLOCK_BYTES);
  new Uint8Array(block).fill(0);
  return block;
}

/** A sink that keeps everything in memory, for warm-up and probe. */
export class MemorySink implements FrameSink {
  private readonly parts: Uint8Array[] = [];

  append(block: SharedArrayBuffer, start: number, end: number): void {
    this.parts.push(new Uint8Array(block).slice(start, end));
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.parts);
  }
}

/**
 * The writer thread as a sink for one run at a time. Its first failure (a full disk, a thread that ended) aborts `failed`:
 * the run is broken off, since the rest of its evidence would be lost.
 */
export class WriterSink implements FrameSink {
  private readonly worker: Worker;
  private readonly failure = new AbortController();
  private onBlock: (block: SharedArrayBuffer) => void = () => {};
  private waiting: { did: FromWriter['did']; settle: () => void } | null = null;

  constructor(worker: Worker) {
    this.worker = worker;
    worker.on('message', (message: FromWriter) => this.receive(message));
    worker.on('error', (error) => this.receive({ did: 'fail', message: error.message }));
    worker.on('exit', () => this.receive({ did: 'fail', message: 'the thread ended' }));
  }

  /** Aborts with the first failure as its reason. */
  get failed(): AbortSignal {
    return this.failure.signal;
  }

  /** Creates the file; resolves when the thread has it open, rejects when it can't. */
  async open(path: string): Promise<void> {
    await this.ask({ do: 'open', path }, 'open');
  }

  /** Sends blocks back to `log` once they are on disk. */
  recycleInto(log: FrameLog): void {
    this.onBlock = (block) => log.giveBack(block);
  }

  append(block: SharedArrayBuffer, start: number, end: number, full: boolean): void {
    this.worker.postMessage({ do: 'append', block, start, end, full } satisfies ToWriter);
  }

  /** A line for the log of the job, written by the thread: the measuring thread never waits for a pipe. */
  say(text: string): void {
    this.worker.postMessage({ do: 'say', text } satisfies ToWriter);
  }

  /** Resolves when everything handed over is on disk. */
  async close(): Promise<void> {
    await this.ask({ do: 'close' }, 'close');
  }

  private ask(message: ToWriter, did: FromWriter['did']): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => (this.failed.aborted ? reject(this.failed.reason) : resolve());
      if (this.failed.aborted) {
        settle();
        return;
      }
      this.waiting = { did, settle };
      this.worker.postMessage(message);
    });
  }

  private receive(message: FromWriter): void {
    if (message.did === 'append') this.onBlock(message.block);
    if (message.did === 'fail') this.failure.abort(new Error(`writer thread: ${message.message}`));
    if (message.did === 'fail' || message.did === this.waiting?.did) {
      const { waiting } = this;
      this.waiting = null;
      waiting?.settle();
    }
  }
}
