/**
 * Every string from outside (a server's words, a model's name, a log line, a plan's id) passes through one of these
 * functions on its way into a report. They take away what could act (links, mentions, markup, control sequences) and
 * keep what can be read.
 */

/** Code points that show nothing or reorder what is shown: controls, bidi marks, zero-width and filler characters. */
const INVISIBLE: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
];

/** What follows an ESC: a CSI sequence, an OSC/DCS/PM/APC string up to the next control character, or a short escape. */
const AFTER_ESC = /^(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\p{Cc}]*|[ -/]*[0-~]?)/u;

/** Text without terminal control sequences (ECMA-48): colours, cursor movements, titles, hyperlinks. */
export function stripAnsi(text: string): string {
  const [head = '', ...rest] = text.replaceAll('\u009b', '\u001b[').split('\u001b');
  return head + rest.map((piece) => piece.replace(AFTER_ESC, '')).join('');
}

/** Lines of visible text: no control sequence, no invisible character, lone surrogates as U+FFFD, tabs as two spaces. */
export function cleanLines(text: string): string[] {
  return stripAnsi(text)
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => visible(line.replaceAll('\t', '  ')));
}

function visible(line: string): string {
  let kept = '';
  for (const character of line) {
    const point = character.codePointAt(0) ?? 0;
    if (point >= 0xd800 && point <= 0xdfff) kept += '\ufffd';
    else if (!isInvisible(point)) kept += character;
  }
  return kept;
}

function isInvisible(point: number): boolean {
  if (point >= 0x20 && point <= 0x7e) return false;
  return INVISIBLE.some(([first, last]) => point >= first && point <= last);
}

/** `cleanLines` on one line, runs of white space as one space. For a terminal, and the first step of all other forms. */
export function oneLine(text: string): string {
  return cleanLines(text).join(' ').replace(/\s+/g, ' ').trim();
}

/** What a cut may say; a text that is longer by no more than this is left whole. */
const NOTICE = 30;

/** About `max` characters of `text`; a cut is said together with how much is missing. */
export function cap(text: string, max: number): string {
  if (text.length <= max + NOTICE) return text;
  const kept = [...text.slice(0, 2 * max)].slice(0, max).join('');
  const missing = text.length - kept.length;
  return missing <= NOTICE ? text : `${kept}… (${missing} more characters)`;
}

const NEEDS_BACKSLASH = /[\\`*~|]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|^\[(?=[ xX]\])|\](?=[([:])|\[(?=\^)/g;
const NEEDS_ENTITY = /[&<>$@]|#(?=\d)|:(?=\/\/)|www(?=\.)|GH(?=-\d)/gi;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', $: '&#36;' };
const BLOCK_START = /^(?:#{1,6}|[-+])(?=\s|$)|^(?:--|=)/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;

/**
 * GitHub-flavoured markdown that shows `text` as it is, inside a table cell, a list item or a paragraph of its own.
 * Mentions, issue references and bare addresses are broken by a zero-width space, because GitHub links them in the
 * rendered text, after backslashes and entities are resolved.
 */
export function escapeMarkdown(text: string): string {
  return oneLine(text)
    .replace(NEEDS_BACKSLASH, '\\$&')
    .replace(NEEDS_ENTITY, (found) => ENTITIES[found] ?? `${found}&#8203;`)
    .replace(BLOCK_START, '\\$&')
    .replace(NUMBERED, '$1\\$2');
}

/** Markdown code for one line; text that a backtick span or a table can't hold goes into a `<code>` element. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  return /[\\`|@<]/.test(line) ? `<code>${escapeMarkdown(line)}</code>` : `\`${line}\``;
}

/** A markdown code fence longer than any run of backticks inside. */
export function codeFence(lines: readonly string[]): string {
  const body = lines.flatMap(cleanLines);
  const longest = Math.max(
    2,
    ...body.map((line) => Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))),
  );
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...body, fence].join('\n');
}

const HTML_ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** HTML text, also fit for a quoted attribute. Expects one line; give log lines one by one. */
export function escapeHtml(text: string): string {
  return cleanLines(text)
    .join(' ')
    .replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? '');
}

/**
 * Lines for a terminal, which in a job is the Actions runner's log: no control sequence reaches it, and no line acts as a
 * workflow command.
 */
export function escapeTerminal(text: string): string {
  return cleanLines(text).map(breakWorkflowCommands).join('\n');
}

/** The runner obeys `::` after leading white space and `##[` anywhere in a line; a space parts both. */
function breakWorkflowCommands(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1: ').replaceAll('##[', '## [');
}
