import { asList, asObject, asText, type JsonObject } from './json.js';

/** What a server said about a failure, as received; null where it said nothing. */
export interface ErrorDetail {
  message: string | null;
  code: string | number | null;
}

/**
 * The error inside an event of a 2xx stream, or null where the event is none: a true value under `error`,
 * `"object": "error"`, or an `error_message` without choices.
 */
export function streamError(data: JsonObject): ErrorDetail | null {
  const noChoices = (asList(data['choices']) ?? []).length === 0;
  const failed = Boolean(data['error']) || data['object'] === 'error' || (noChoices && Boolean(data['error_message']));
  return failed ? errorDetail(data) : null;
}

/** Message and code of an error object or error body: under `error` first, then beside it; the code beside the message. */
export function errorDetail(data: JsonObject): ErrorDetail {
  const inner = asObject(data['error']);
  const innerMessage = inner === null ? '' : messageOf(inner);
  if (inner !== null && innerMessage !== '') return { message: innerMessage, code: codeOf(inner) };
  const message = asText(data['error']) || messageOf(data) || validationMessage(data['detail']);
  if (message !== '') return { message, code: codeOf(data) };
  return { message: null, code: codeOf(inner ?? data) };
}

function messageOf(place: JsonObject): string {
  return asText(place['message']) || asText(place['error_message']);
}

function codeOf(place: JsonObject): string | number | null {
  for (const key of ['code', 'http_status_code', 'error_code']) {
    const code = place[key];
    if (typeof code === 'number' || (typeof code === 'string' && code !== '')) return code;
  }
  return null;
}

function isName(part: unknown): part is string | number {
  return typeof part === 'string' || typeof part === 'number';
}

/** FastAPI's `detail`: a string, or a list of places and messages, here `loc.loc: msg; ...`. */
function validationMessage(detail: unknown): string {
  const entries = (asList(detail) ?? []).map(asObject).filter((entry) => entry !== null);
  const said = entries.map((entry) => {
    // Names and positions only: joining a list that holds lists would recurse as deep as the server likes.
    const place = (asList(entry['loc']) ?? []).filter(isName).join('.');
    return place === '' ? asText(entry['msg']) : `${place}: ${asText(entry['msg'])}`;
  });
  return asText(detail) || said.join('; ');
}
