// What one would write without the gate: undici's `request()`, `for await` over the body, eventsource-parser and
// JSON.parse in the loop. It stands in for the gate's client under the gate's own pacer (`replay` in src/run/load.ts).
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { performance } from 'node:perf_hooks';
import { createParser } from 'eventsource-parser';
import { request } from 'undici';

const SEND_HEADERS = 'undici:client:sendHeaders';

export class Peer {
  exchanges = [];
  settledCount = 0;
  /** The pacer's hook in the gate's read callback; nothing calls it here. */
  beforeRead = () => {};
  onSettled = () => {};
  /** The pacer flushes the gate's record each second; a peer has none. */
  log = { flush() {} };
  /** Process clock at which the head of each request was handed to its socket, by index, ms. */
  sentMs = [];
  /** One a token: process clock at which the loop saw its chunk, and its text. */
  tokens = [];
  failures = [];

  constructor({ url, headers, agent }) {
    this.url = url;
    this.headers = headers;
    this.agent = agent;
    subscribe(SEND_HEADERS, this.noteSent);
  }

  send(index, body) {
    const exchange = { settled: false, giveUp: () => this.failures.push(new Error(`request ${index} was given up`)) };
    this.exchanges.push(exchange);
    this.ask(index, body)
      .catch((error) => this.failures.push(error))
      .finally(() => {
        exchange.settled = true;
        this.settledCount += 1;
        this.onSettled();
      });
  }

  async ask(index, body) {
    const headers = { ...this.headers, 'x-index': String(index) };
    const answer = await request(this.url, { method: 'POST', headers, body, dispatcher: this.agent });
    const decoder = new TextDecoder();
    let tMs = 0;
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data === '[DONE]') return;
        const text = JSON.parse(data).choices[0]?.delta.content;
        if (text) this.tokens.push({ tMs, text });
      },
    });
    for await (const chunk of answer.body) {
      tMs = performance.now();
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
  }

  detach() {
    unsubscribe(SEND_HEADERS, this.noteSent);
  }

  noteSent = ({ headers }) => {
    this.sentMs[Number(/x-index: (\d+)/.exec(headers)[1])] = performance.now();
  };
}
