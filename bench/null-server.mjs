// A server that costs as little as a Node server can, in its own process: whatever a client shows against it is the
// client's own. `node bench/null-server.mjs --events 32 --step-ms 0` prints its port and runs until it is killed.
//
// With a step of 0 each chat completion is answered at once with pre-rendered events, in one write. Otherwise every
// step sends one event to every open stream, back to back, as an engine does after a batch: the worst case for time stamps.
// The text of such an event is the monotonic time right before its own write, so that a client's stamp can be checked.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { endEvents, ROLE_EVENT, TOKEN_WIDTH, tokenEvent } from './events.mjs';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '32' }, 'step-ms': { type: 'string', default: '0' } },
});
const events = Number(values.events);
const stepMs = Number(values['step-ms']);

const whole = Buffer.from(ROLE_EVENT + tokenEvent('word').repeat(events) + endEvents(events));
const end = endEvents(events);
/** Streams in step: the response and how many events it has had. */
const open = new Map();

const slot = '#'.repeat(TOKEN_WIDTH);
const [beforeSlot, afterSlot] = tokenEvent(slot).split(slot);

/** A token whose text is the time of the monotonic clock that every process of this machine shares, ms. */
const stampedToken = () =>
  beforeSlot + (Number(process.hrtime.bigint()) / 1e6).toFixed(3).padStart(TOKEN_WIDTH) + afterSlot;

function step() {
  for (const [response, sent] of open) {
    if (sent + 1 < events) {
      open.set(response, sent + 1);
      response.write((sent === 0 ? ROLE_EVENT : '') + stampedToken());
      // Node would hold the bytes back until the whole step is over, and the stamp would be too early.
      response.socket.uncork();
    } else {
      open.delete(response);
      response.end(stampedToken() + end);
    }
  }
}

const server = createServer({ noDelay: true, keepAliveTimeout: 75_000 }, (request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (stepMs === 0) response.end(whole);
    else open.set(response, 0);
  });
  response.on('close', () => open.delete(response));
});
if (stepMs > 0) setInterval(step, stepMs);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
