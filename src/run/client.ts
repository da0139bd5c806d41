import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Agent, type Dispatcher } from 'undici';
import { KIND } from '../bundle/raw.js';
import { nowMs } from './clock.js';
import type { FrameLog } from './frames.js';

export interface ClientOptions {
  /** Origin of the server, for example `http://127.0.0.1:8000`, and the path of the API below it. */
  origin: string;
  path: string;
  headers: Record<string, string>;
  connections: 'warm' | 'fresh';
  /** Received body bytes of one response after which the gate hangs up. */
  responseBytes: number;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Number of an `end` entry that the gate wrote because it stopped listening behind `[DONE]`. */
const STOPPED_BEHIND_DONE = 1;

/** undici's announcement that a request's head goes out, with its socket. */
const SEND_HEADERS = 'undici:client:sendHeaders';
const usedSockets = new WeakSet<object>();

/** The ends of an answer that say that nothing more will come, whatever the connection does. */
const DONE_TAILS = ['data: [DONE]\n\n', 'data:[DONE]\n\n', 'data: [DONE]\r\n\r\n', 'data:[DONE]\r\n\r\n'].map((text) =>
  Buffer.from(text),
);

/**
 * One request's callbacks. They stamp, copy and count; parsing happens after the drain. `settled` is set once, at the
 * first of end, error, `[DONE]`, deadline, limit or cancel: later callbacks of that request are not evidence.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly index: number;
  settled = false;
  /** Nothing more can come: it ended, failed or was hung up. A settled exchange may still hold its socket. */
  isClosed = false;
  answered = false;
  private readonly client: LoadClient;
  private controller: Dispatcher.DispatchController | null = null;
  private receivedBytes = 0;
  /** Last byte received so far; a body begins at a line's start. */
  private lastByte = LINE_FEED;

  constructor(index: number, client: LoadClient) {
    this.index = index;
    this.client = client;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.settled) {
      controller.abort(new Error('settled before it was sent'));
      return;
    }
    this.client.sent += 1;
    this.client.log.add(KIND.sent, this.index, nowMs());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    // Informational heads (103 Early Hints) come before the real one.
    if (this.settled || status < 200) return;
    this.answered = status < 400;
    const { 'set-cookie': _secret, ...kept } = headers;
    this.client.log.add(KIND.head, this.index, nowMs(), status, Buffer.from(JSON.stringify(kept)));
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    const tMs = nowMs();
    // Recorded first: the batch is stamped before a request that is due costs time.
    if (!this.settled) this.record(tMs, chunk);
    this.client.onRead();
  }

  private record(tMs: number, chunk: Buffer): void {
    this.client.log.data(this.index, tMs, chunk);
    this.receivedBytes += chunk.length;
    if (this.receivedBytes > this.client.options.responseBytes) this.giveUp(KIND.tooLarge);
    else if (this.endsWithDone(chunk)) {
      this.client.log.add(KIND.end, this.index, nowMs(), STOPPED_BEHIND_DONE);
      this.settle();
    }
    this.lastByte = chunk.at(-1) ?? this.lastByte;
  }

  /** Whether `[DONE]` closes this read as a line of its own: inside another line it is text, or somebody's trick. */
  private endsWithDone(chunk: Buffer): boolean {
    const tail = DONE_TAILS.find((text) => chunk.subarray(-text.length).equals(text));
    if (tail === undefined) return false;
    const before = chunk.length > tail.length ? chunk.at(-tail.length - 1) : this.lastByte;
    return before === LINE_FEED || before === CARRIAGE_RETURN;
  }

  onResponseEnd(): void {
    this.isClosed = true;
    if (this.settled) return;
    this.client.log.add(KIND.end, this.index, nowMs());
    this.settle();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    this.isClosed = true;
    if (this.settled) return;
    const payload = JSON.stringify({ code: error.code ?? error.name, message: error.message });
    this.client.log.add(KIND.error, this.index, nowMs(), 0, Buffer.from(payload));
    this.answered = false;
    this.settle();
  }

  /** Ends the request from our side: at its deadline, over its limit, or when the run ends. A settled one is hung up. */
  giveUp(kind: typeof KIND.deadline | typeof KIND.tooLarge | typeof KIND.cancelled): void {
    if (!this.settled) {
      this.client.log.add(kind, this.index, nowMs());
      this.answered = false;
      this.settle();
    }
    this.isClosed = true;
    this.controller?.abort(new Error('given up by the gate'));
  }

  private settle(): void {
    this.settled = true;
    this.client.settledOne();
  }
}

/**
 * The generator's side of one server: an undici Agent without a pool limit, one handler a request. A socket is taken
 * when the request is due; waiting for one is schedule lag. There is no retry.
 */
export class LoadClient {
  readonly options: ClientOptions;
  readonly log: FrameLog;
  readonly exchanges: Exchange[] = [];
  sent = 0;
  settledCount = 0;
  /** Requests that were the first on their socket. */
  opened = 0;
  /** Called in every data callback, once the read is recorded: the pacer checks there whether a request is due. */
  onRead: () => void = () => {};
  /** Called when a request has its outcome. */
  onSettled: () => void = () => {};
  private readonly agent: Agent;

  constructor(options: ClientOptions, log: FrameLog, agent: Agent) {
    this.options = options;
    this.log = log;
    this.agent = agent;
    subscribe(SEND_HEADERS, this.countSocket);
  }

  /** Sends request `index`, due at `dueMs` after the window's start. Returns at once. */
  send(index: number, body: Buffer, dueMs: number): void {
    const exchange = new Exchange(index, this);
    this.exchanges.push(exchange);
    this.log.add(KIND.called, index, nowMs(), dueMs);
    const { origin, path, headers } = this.options;
    const fresh = this.options.connections === 'fresh';
    this.agent.dispatch({ origin, path, method: 'POST', headers, body, ...(fresh ? { reset: true } : {}) }, exchange);
  }

  settledOne(): void {
    this.settledCount += 1;
    this.onSettled();
  }

  /** Stops counting; the Agent stays open for the next phase. */
  detach(): void {
    unsubscribe(SEND_HEADERS, this.countSocket);
  }

  // By the sockets that carry requests: undici also opens a spare one after an abort, on which nothing is ever sent.
  private readonly countSocket = (message: unknown): void => {
    const { socket } = message as { socket: object };
    if (!usedSockets.has(socket)) this.opened += 1;
    usedSockets.add(socket);
  };
}

/** An Agent for one run: no pool limit, no pipelining, no hidden timeout; deadlines are the generator's own. */
export function loadAgent(connectTimeoutMs: number): Agent {
  return new Agent({
    connections: null,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 60_000,
    connect: { timeout: connectTimeoutMs },
  });
}
