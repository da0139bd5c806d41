import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  answerWord,
  type ChatRequest,
  type ChatResponseHead,
  DONE_EVENT,
  RequestError,
  readChatRequest,
  tokenEvents,
  usageEvent,
  wholeAnswer,
} from './chat.js';
import type { EngineConstants } from './cost.js';
import { type EmissionLateness, nowS, Pacer } from './pacer.js';

export interface SimulatedServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** Default 127.0.0.1: nothing outside this machine needs a simulated server. */
  readonly host?: string;
  readonly model: string;
  /** Answered by `GET /version`. */
  readonly version: string;
  readonly constants: EngineConstants;
}

export interface SimulatedServer {
  readonly port: number;
  /** True when the engine has nothing to do. */
  readonly idle: boolean;
  /** How late tokens left, against their virtual time. */
  readonly lateness: EmissionLateness;
  /** Stops at once: open answers are cut. */
  close(): Promise<void>;
}

/**
 * The simulated engine behind an OpenAI-compatible server on real sockets. A prompt's tokens are its white-space
 * separated words; an answer has exactly `max_tokens` tokens, one SSE event each. Nothing is ever cached or compressed.
 *
 * @throws the listen error, for example EADDRINUSE.
 */
export async function startSimulatedServer(options: SimulatedServerOptions): Promise<SimulatedServer> {
  const pacer = new Pacer(options.constants);
  const chat = chatHandler(options.model, pacer);
  const created = Math.floor(Date.now() / 1000);
  const models = { object: 'list', data: [{ id: options.model, object: 'model', created, owned_by: 'simulated' }] };
  const routes: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
    'POST /v1/chat/completions': chat,
    'GET /v1/models': (_, response) => sendJson(response, 200, models),
    'GET /version': (_, response) => sendJson(response, 200, { version: options.version }),
    'GET /health': (_, response) => response.end(),
    // There is no prefix cache to reset: every prompt is computed whole.
    'POST /reset_prefix_cache': (_, response) => response.end(),
  };
  // A connection that a client keeps warm between phases shouldn't be closed under it.
  const server = createServer({ noDelay: true, keepAliveTimeout: 75_000 }, (request, response) => {
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    const handle = routes[route];
    if (handle !== undefined) handle(request, response);
    else sendError(response, new RequestError(404, `There is no \`${route}\` here.`));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    get idle() {
      return pacer.idle;
    },
    get lateness() {
      return pacer.lateness;
    },
    close() {
      pacer.stop();
      return new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      });
    },
  };
}

/** Handles chat completions: reads the body, hands the request to the engine, writes tokens as they come. */
function chatHandler(model: string, pacer: Pacer): (request: IncomingMessage, response: ServerResponse) => void {
  let serial = 0;
  return (request, response) => {
    const body: Buffer[] = [];
    request.on('data', (bytes: Buffer) => body.push(bytes));
    request.on('end', () => {
      // The request has arrived once its last byte has; parsing is the server's own time.
      const arrivedS = nowS();
      try {
        const chat = readChatRequest(Buffer.concat(body).toString(), model);
        serial += 1;
        const head = { id: `chatcmpl-${serial}`, created: Math.floor(Date.now() / 1000), model };
        answer({ serial, arrivedS, chat, head, response, pacer });
      } catch (error) {
        sendError(response, error instanceof RequestError ? error : new RequestError(400, messageOf(error)));
      }
    });
  };
}

interface Answer {
  readonly serial: number;
  readonly arrivedS: number;
  readonly chat: ChatRequest;
  readonly head: ChatResponseHead;
  readonly response: ServerResponse;
  readonly pacer: Pacer;
}

/** @throws Error when the request could never fit the engine; nothing has been written then. */
function answer({ serial, arrivedS, chat, head, response, pacer }: Answer): void {
  const lengths = { id: serial, isl: chat.promptTokens, osl: chat.maxTokens };
  pacer.arrive(lengths, arrivedS, ({ position, last }) => {
    if (!chat.stream) {
      if (last) sendJson(response, 200, wholeAnswer(head, chat));
      return;
    }
    const word = answerWord(chat.promptHash, position);
    for (const event of tokenEvents(head, word, position, last)) response.write(event);
    if (!last) return;
    if (chat.includeUsage) response.write(usageEvent(head, chat));
    response.write(DONE_EVENT);
    response.end();
  });
  response.on('close', () => {
    if (!response.writableEnded) pacer.drop(serial);
  });
  if (!chat.stream) return;
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  // vLLM sends the head when it accepts a request, not with the first token.
  response.flushHeaders();
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

function sendError(response: ServerResponse, error: RequestError): void {
  sendJson(response, error.status, error.body);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
