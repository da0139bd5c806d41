import { createParser } from 'eventsource-parser';

/** When something arrived: not after `tMs` and not before `lowerMs`, ms after the window's start. */
export interface Stamp {
  tMs: number;
  lowerMs: number;
}

/** One dispatched server-sent event, stamped by the read that held the end of its blank line. */
export interface SseEvent {
  /** The event name, where one was sent. */
  name: string | null;
  data: string;
  stamp: Stamp;
}

export interface SseSink {
  onEvent(event: SseEvent): void;
  onComment(): void;
  onUnknownField(): void;
}

export interface SseReader {
  /** Takes one read; calls the sink for everything that this read completes. */
  push(bytes: Uint8Array, stamp: Stamp): void;
  /** Ends the body. True when an event was left without its blank line; that event is dropped. */
  end(): boolean;
}

/**
 * Bytes -> server-sent events (WHATWG HTML, section 9.2.6): UTF-8 decoded across reads, one leading BOM dropped, lines
 * ended by LF, CR or CRLF. Work is linear in the bytes whatever the length of a line or of a read. Nothing throws.
 */
export function sseReader(sink: SseSink): SseReader {
  const decoder = new TextDecoder();
  const lines = unixLines();
  let stamp: Stamp = { tMs: 0, lowerMs: 0 };
  let ended = false;
  let dropped = false;
  // First character of the line that has no end yet; '' at the start of a line.
  let open = '';

  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (ended) dropped = true;
      else sink.onEvent({ name: event ?? null, data, stamp });
    },
    onComment: () => {
      if (!ended) sink.onComment();
    },
    onError: ({ type }) => {
      if (!ended && type === 'unknown-field') sink.onUnknownField();
    },
  });
  // The decoder has dropped the BOM; the parser's own look at a first chunk would take three letters more.
  parser.feed('');

  function feed(decoded: string): void {
    const text = lines(decoded);
    const last = text.lastIndexOf('\n');
    if (last !== -1) open = text.charAt(last + 1);
    else if (open === '') open = text.charAt(0);
    parser.feed(text);
  }

  return {
    push(bytes, at) {
      stamp = at;
      feed(decoder.decode(bytes, { stream: true }));
    },
    end() {
      feed(decoder.decode());
      ended = true;
      const cut = open !== '' && open !== ':';
      // A blank line of our own shows whether data was waiting for one.
      parser.feed('\n\n');
      return cut || dropped;
    },
  };
}

/**
 * Every line end as LF, at once: eventsource-parser 3.1.1 keeps a CR at the end of its input until a later line end
 * shows up, so that a server which ends lines with CR alone would have events stamped late and its last one lost.
 */
function unixLines(): (text: string) => string {
  let afterCr = false;
  return (text) => {
    if (text === '') return text;
    const rest = afterCr && text.startsWith('\n') ? text.slice(1) : text;
    afterCr = text.endsWith('\r');
    return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
  };
}
