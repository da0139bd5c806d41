#!/usr/bin/env node
import { _ as registry, a as _enum, c as boolean, d as number$1, f as record, g as unknown, h as union, i as ZodOptional, l as int, m as string, n as ZodNullable, o as _null, p as strictObject, r as ZodObject, s as array, t as ZodArray, u as literal, v as NEVER } from "./chunks/vendor-zod.js";
import { t as require_undici } from "./chunks/vendor-undici.js";
import { t as require_dist } from "./chunks/vendor-yaml.js";
import { fileURLToPath } from "node:url";
import { dirname, join, relative, resolve } from "node:path";
import { chmodSync, closeSync, constants, createReadStream, existsSync, fstatSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readSync, readdirSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { createHash, randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { PerformanceObserver, monitorEventLoopDelay, performance } from "node:perf_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, createServer } from "node:net";
import { createServer as createServer$1 } from "node:http";
import { parseArgs } from "node:util";
import { spawn } from "node:child_process";
import { cpus, tmpdir, totalmem } from "node:os";
// src/model/arm.ts
/** The two sides of a comparison. `baseline` is B and `candidate` is C in an order such as `BCCB`. */
const ARMS = ["baseline", "candidate"];
// src/model/record.ts
/** Exactly one for every offered request (design, section 2). */
const OUTCOMES = [
	"success",
	"rejected",
	"error",
	"truncated",
	"timeout",
	"cancelled",
	"not_sent"
];
const ms$1 = number$1().nullable();
/**
* What happened to one offered request: one line of `requests.jsonl`, made from `raw.bin` after the drain.
* Times are ms after the window's start on the run's monotonic clock; a time is the upper end of its stamp interval, so
* it is never early. `null` means that it did not happen or is not known, never 0.
*/
const recordSchema = strictObject({
	index: number$1(),
	id: string(),
	class: string(),
	phase: _enum([
		"lead_in",
		"cohort",
		"lead_out"
	]),
	outcome: _enum(OUTCOMES),
	/** Why it is not a success: a closed set of kinds (`stream/` has the list), the server's words as received. */
	error: strictObject({
		kind: string(),
		message: string().nullable(),
		code: string().nullable()
	}).nullable(),
	httpStatus: number$1().nullable(),
	dueMs: number$1(),
	/** When the generator handed the request to the client library. */
	calledMs: ms$1,
	/** When its bytes were handed to the socket. */
	sentMs: ms$1,
	/** When the response head was read. */
	acceptedMs: ms$1,
	/** First event with generated output of any kind: TTFT ends here. */
	firstOutputMs: ms$1,
	/** First event with visible answer text. */
	firstVisibleMs: ms$1,
	lastOutputMs: ms$1,
	/** When the outcome was known: E2E ends here. */
	terminalMs: ms$1,
	/** Upper stamp of every output event, in order. */
	outputMs: array(number$1()),
	/** Longest stamp interval among those events, ms. */
	stampWidthMs: ms$1,
	finishReason: string().nullable(),
	tokens: strictObject({
		/** Output tokens; null when no source told. Never the number of events. */
		count: number$1().nullable(),
		source: _enum([
			"usage_final",
			"usage_running",
			"token_ids",
			"logprobs",
			"none"
		]),
		prompt: number$1().nullable(),
		cachedPrompt: number$1().nullable(),
		reasoning: number$1().nullable(),
		/** Tokens known to be in the first output event; null when the stream does not tell. */
		firstEvent: number$1().nullable()
	}),
	/** Whether single gaps may be read as time between tokens, on what basis, or why not. */
	perToken: strictObject({
		basis: _enum(["per_event", "aggregate"]).nullable(),
		reason: string().nullable()
	}),
	outputCharacters: number$1(),
	outputBytes: number$1(),
	/** The visible answer of the first choice. */
	text: string(),
	warnings: array(string())
});
// src/model/run.ts
const count$3 = int().min(0);
const share$2 = number$1().min(0).max(1);
const timeMs$1 = number$1().min(0).max(Number.MAX_SAFE_INTEGER);
const spread$2 = strictObject({
	p50: number$1(),
	p99: number$1(),
	max: number$1()
});
/** What the load generator says about itself, measured in every run. */
const healthSchema = strictObject({
	/** Sent minus due over all sent requests of lead-in, window and lead-out, ms. */
	scheduleLagMs: spread$2.nullable(),
	eventLoopDelayMs: spread$2,
	cpuMs: timeMs$1,
	wallMs: timeMs$1,
	gc: strictObject({
		count: count$3,
		totalMs: timeMs$1,
		longestMs: timeMs$1
	}),
	sockets: strictObject({
		opened: count$3,
		reused: count$3
	}),
	/** Width of the stamp intervals of output events, ms. */
	stampUncertaintyMs: spread$2.nullable(),
	reads: count$3,
	iterations: count$3,
	largestIteration: count$3,
	/** Share of reads that were a stream's second or later in one loop iteration. */
	secondReadShare: share$2,
	/** Buffer blocks that had to be allocated inside the replay. */
	lateBlocks: count$3
});
const identitySchema = strictObject({
	/** What the launch declared and what it gave: a command's output, a file's or image's digest. */
	declared: string().nullable(),
	/** The engine's own version, when it tells. */
	engine: string().nullable(),
	/** Model ids the server listed. */
	models: array(string())
});
/** How a run ended. Everything but `complete` is a broken run of its arm, or an interrupted one of the gate. */
const RUN_ENDS = [
	"complete",
	"never_ready",
	"exited_early",
	"crashed",
	"interrupted",
	"running"
];
/** `runs/NN-arm/run.json`. */
const runSchema = strictObject({
	schema: literal("goodput-gate/run/1"),
	/** 1-based position in the session. */
	number: int().min(1),
	arm: _enum(ARMS),
	/** 1-based pair this run belongs to. */
	pair: int().min(1),
	end: _enum(RUN_ENDS),
	/** Why the run did not complete, and what of its server could not be stopped; null when neither. */
	endReason: string().nullable(),
	/** Wall-clock durations of the phases, ms; null when not reached. */
	phases: strictObject({
		readyMs: number$1().nullable(),
		warmupMs: number$1().nullable(),
		replayMs: number$1().nullable(),
		drainMs: number$1().nullable(),
		stopMs: number$1().nullable()
	}),
	warmup: strictObject({
		offered: count$3,
		answered: count$3
	}).nullable(),
	/** The cache's state before the replay: how it was set, and what one disjoint probe saw. */
	cache: strictObject({
		policy: string(),
		resetConfirmed: boolean().nullable(),
		probeTtftMs: number$1().nullable(),
		probeCachedTokens: number$1().nullable()
	}).nullable(),
	identity: identitySchema.nullable(),
	health: healthSchema.nullable(),
	/** Last lines of the server's log when the run did not complete; empty otherwise. */
	logTail: array(string()),
	node: string()
});
// src/model/measure.ts
/**
* Nearest-rank percentiles of one run's cohort, ms. `n` requests had the value, `without` had none (failed, or not
* defined for their answer); a percentile n can't support is null.
*/
const percentilesSchema = strictObject({
	n: number$1(),
	without: number$1(),
	p50: number$1().nullable(),
	p90: number$1().nullable(),
	p95: number$1().nullable(),
	p99: number$1().nullable(),
	max: number$1().nullable()
});
/** The latency figures of one cohort. `Sent` counts from the send, all others from due; gaps have no clock to choose. */
const LATENCIES = [
	"ttftMs",
	"ttftSentMs",
	"firstVisibleMs",
	"tpotMs",
	"itlMs",
	"maxGapMs",
	"lastTokenMs",
	"e2eMs",
	"e2eSentMs"
];
/** What happened inside the declared window, whoever sent the request: apart from the arrival cohort. */
const wallClockSchema = strictObject({
	outputTokensPerS: number$1().nullable(),
	inputTokensPerS: number$1().nullable(),
	completedPerS: number$1(),
	outstandingAtStart: number$1(),
	outstandingAtEnd: number$1()
});
/** Why requests of the cohort did not qualify; a request counts once under each reason that applies. */
const MISSES = [
	"outcome",
	"ttft",
	"first_visible",
	"tpot",
	"max_gap",
	"e2e",
	"quality",
	"no_evidence"
];
const runFiguresSchema = strictObject({
	number: number$1(),
	arm: _enum(ARMS),
	pair: number$1(),
	end: _enum(RUN_ENDS),
	/** Requests of the cohort that belong to an SLO. */
	offered: number$1(),
	outcomes: record(_enum(OUTCOMES), number$1()),
	qualified: number$1(),
	misses: record(_enum(MISSES), number$1()),
	/** Qualified over offered; null when nothing was offered. */
	attainment: number$1().nullable(),
	goodputRps: number$1(),
	latencies: record(_enum(LATENCIES), percentilesSchema),
	wallClock: wallClockSchema,
	outputTokens: number$1().nullable(),
	outputCharacters: number$1(),
	lag: strictObject({
		p50Ms: number$1().nullable(),
		p99Ms: number$1().nullable(),
		maxMs: number$1().nullable(),
		lateShare: number$1()
	}),
	stampUncertaintyMs: number$1().nullable()
});
/** One arm over its judged runs: sums of counts, means of rates, geometric means of per-run percentiles. */
const armFiguresSchema = strictObject({
	runs: array(number$1()),
	offered: number$1(),
	outcomes: record(_enum(OUTCOMES), number$1()),
	qualified: number$1(),
	misses: record(_enum(MISSES), number$1()),
	attainment: number$1().nullable(),
	goodputRps: number$1().nullable(),
	latencies: record(_enum(LATENCIES), percentilesSchema),
	wallClock: strictObject({
		outputTokensPerS: number$1().nullable(),
		inputTokensPerS: number$1().nullable(),
		completedPerS: number$1().nullable()
	}),
	/** The same cohort by class: offered, qualified. */
	classes: array(strictObject({
		class: string(),
		offered: number$1(),
		qualified: number$1()
	}))
});
// src/model/verdict.ts
const VERDICTS = [
	"PASS",
	"FAIL",
	"INCONCLUSIVE",
	"INVALID"
];
/** Exit codes of the command line (design, section 7). */
const EXIT = {
	PASS: 0,
	refused: 1,
	INVALID: 2,
	FAIL: 3,
	INCONCLUSIVE: 4,
	internalError: 70,
	SIGINT: 130,
	SIGTERM: 143
};
const finding = strictObject({
	value: number$1().nullable(),
	unit: string()
});
/**
* One line of the report. Gating clauses decide; validity checks ask whether the evidence may decide at all; stated
* clauses say what a number means.
*/
const clauseSchema = strictObject({
	/** `attainment:<slo id>`, `goodput`, `schedule_lag`, `arrivals`, ... */
	id: string(),
	role: _enum([
		"gating",
		"validity",
		"stated"
	]),
	title: string(),
	/** REPORTED: no decision asked. UNKNOWN: asked, not answerable from the evidence. */
	outcome: _enum([
		"PASS",
		"FAIL",
		"INCONCLUSIVE",
		"INVALID",
		"REPORTED",
		"UNKNOWN"
	]),
	/** What the bar declares about it, in the plan's words; null where nothing is declared. */
	declared: string().nullable(),
	statistic: finding.nullable(),
	/** Sample size behind the statistic. */
	n: number$1().nullable(),
	bound: strictObject({
		lower: number$1().nullable(),
		upper: number$1().nullable(),
		method: string()
	}).nullable(),
	limit: finding.nullable(),
	/** The sentence that joins statistic, bound and limit; plain text, unescaped. */
	sentence: string(),
	/** Every intermediate figure by name. */
	figures: record(string(), union([
		number$1(),
		string(),
		boolean(),
		_null()
	]))
});
/** Change of the candidate against the baseline with its paired interval; shares of 1, negative means lower. */
const changeSchema = strictObject({
	metric: string(),
	label: string(),
	unit: string(),
	baseline: number$1().nullable(),
	candidate: number$1().nullable(),
	change: number$1().nullable(),
	lower: number$1().nullable(),
	upper: number$1().nullable(),
	/** Whether a higher value is better for a user. */
	higherIsBetter: boolean()
});
/** `judgement.json`. A pure function of the rest of the bundle: no wall time in it. */
const judgementSchema = strictObject({
	schema: literal("goodput-gate/judgement/1"),
	verdict: _enum(VERDICTS),
	exitCode: number$1(),
	/** Machine-readable reason: a clause id, `candidate_broken`, `arms_indistinguishable`, `session_incomplete`, ... */
	reason: string(),
	/** One sentence why, in words a blocked author understands. */
	why: string(),
	/** What to do next. */
	remedy: string(),
	look: strictObject({
		pairs: number$1(),
		kind: _enum([
			"look",
			"gross",
			"broken",
			"none"
		]),
		level: number$1().nullable(),
		looks: array(number$1())
	}),
	clauses: array(clauseSchema),
	changes: array(changeSchema),
	arms: strictObject({
		baseline: armFiguresSchema,
		candidate: armFiguresSchema
	}),
	runs: array(runFiguresSchema),
	/** Evidence that is missing or could not be read, in words. */
	problems: array(string()),
	/** The last lines of a broken server's log. */
	logTail: strictObject({
		run: number$1(),
		lines: array(string())
	}).nullable(),
	policy: strictObject({
		invalid: _enum(["fail", "pass"]),
		inconclusive: _enum(["fail", "pass"]),
		identical: _enum(["fail", "pass"])
	}),
	hashes: strictObject({
		plan: string(),
		trace: string()
	})
});
// src/model/launch.ts
/**
* How one arm starts, resolved from its `serve.yml`: every default filled in, every duration in ms.
* `start` may hold `{port}`, `{model}`, `{node}` (the Node binary running the gate) and `{gate}` (the gate's own
* command line file); the last two exist for the embedded simulated engine.
*/
const launchSchema = strictObject({
	start: array(string()),
	env: record(string(), string()),
	/** A fixed port; null lets the gate pick a free one for each run. */
	port: number$1().nullable(),
	ready: strictObject({
		path: string(),
		timeoutMs: number$1()
	}),
	stop: strictObject({
		signal: string(),
		graceMs: number$1()
	}),
	identity: union([
		strictObject({ command: array(string()) }),
		strictObject({ file: string() }),
		strictObject({ digest: string() })
	]).nullable(),
	resetCache: strictObject({
		method: string(),
		path: string(),
		expect: string().nullable()
	}).nullable(),
	/** A fresh HOME and cache folder for each run. */
	scratch: boolean()
});
// src/model/plan.ts
/**
* The resolved bar: what counts as good, fixed before the run. Every default is filled in; durations are ms, sizes are
* bytes, shares are fractions of 1. This is the shape inside a bundle's `plan.json`; the YAML a person writes is read
* by `plan/read.ts`.
*/
/** Largest time and size: sums of such numbers stay finite. */
const LARGEST$1 = Number.MAX_SAFE_INTEGER;
const timeMs = number$1().min(0).max(LARGEST$1);
const positiveMs = number$1().gt(0).max(LARGEST$1);
const count$2 = int().min(1);
const share$1 = number$1().gt(0).lt(1);
const margin$1 = union([share$1, literal("report")]);
const objectiveMs = positiveMs.nullable();
const sloSchema = strictObject({
	id: string(),
	/** Requests of these classes; null: every request. */
	classes: array(string()).nullable(),
	/** `none`: offered, recorded and shown, but without an objective and outside every attainment. */
	objectives: strictObject({
		ttftMs: objectiveMs,
		firstVisibleMs: objectiveMs,
		tpotMs: objectiveMs,
		maxGapMs: objectiveMs,
		e2eMs: objectiveMs
	}).nullable(),
	/** Target share of offered requests that qualify; null together with `objectives`. */
	attainment: share$1.nullable()
}).refine((slo) => slo.objectives === null === (slo.attainment === null), "objectives and attainment come together");
const armPlanSchema = strictObject({
	/** Folder of the checkout and the launch file in it, or null for a server that already runs. */
	checkout: string().nullable(),
	launch: string().nullable(),
	url: string().nullable(),
	/** Names of environment variables the bar lets through to the server. */
	passEnv: array(string())
});
const planSchema = strictObject({
	version: literal(1),
	arms: strictObject({
		baseline: armPlanSchema,
		candidate: armPlanSchema
	}),
	request: strictObject({
		api: literal("chat"),
		model: string(),
		timeoutMs: positiveMs,
		connections: _enum(["warm", "fresh"]),
		apiKeyEnv: string().nullable(),
		acceptMissingFinishReason: boolean()
	}),
	workload: strictObject({
		trace: string(),
		sha256: string(),
		windowMs: positiveMs,
		/** Declared, or what the trace holds. */
		leadInMs: timeMs,
		leadOutMs: timeMs,
		/** Longest wait after the last due time for outstanding answers. */
		drainMs: timeMs,
		/** Length of the warm-up with prompts disjoint from the trace, at the trace's mean rate. */
		warmupMs: timeMs,
		cache: _enum(["as_is", "reset"])
	}),
	slo: array(sloSchema).min(1),
	comparison: strictObject({
		/** Which sets are known is checked where a plan is read: `plan/looks.ts`. */
		looks: array(count$2).min(1),
		grossFail: boolean(),
		margins: strictObject({
			goodput: share$1,
			ttftP95: margin$1,
			tpotP95: margin$1
		}),
		minEffect: strictObject({
			ttftMs: timeMs,
			tpotMs: timeMs
		}),
		confidence: number$1().gt(.5).lt(1),
		expectIdentical: boolean()
	}),
	validity: strictObject({
		scheduleLagMs: positiveMs,
		maxLagShare: number$1().min(0).lt(1),
		maxLagMs: positiveMs
	}),
	policy: strictObject({
		invalid: _enum(["fail", "pass"]),
		inconclusive: _enum(["fail", "pass"]),
		identical: _enum(["fail", "pass"]),
		preExisting: literal("report"),
		fork: literal("refuse")
	}),
	limits: strictObject({
		responseBytes: count$2,
		events: count$2
	})
});
// src/model/bundle.ts
/** `plan.json`: everything that was fixed before the first run, and how the session ended. */
const sessionSchema = strictObject({
	schema: literal("goodput-gate/plan/1"),
	plan: planSchema,
	/** SHA-256 of the plan file's bytes. */
	planSha256: string(),
	/** Plan keys that were left at their default, dotted. */
	defaults: array(string()),
	launches: strictObject({
		baseline: launchSchema.nullable(),
		candidate: launchSchema.nullable()
	}),
	/** Differences between the two launches, one line each. */
	difference: array(string()),
	order: strictObject({
		seed: string(),
		/** One letter a run, for example `BCCBCB`: what the seed says, to the last look. */
		planned: string().regex(/^(?:BC|CB)+$/)
	}),
	attempt: int().min(0),
	gate: strictObject({
		version: string(),
		source: string(),
		node: string(),
		platform: string()
	}),
	host: strictObject({
		cpu: string(),
		cores: number$1(),
		memoryBytes: number$1()
	}),
	end: _enum([
		"running",
		"complete",
		"interrupted",
		"internal_error"
	])
});
const ORDER_LETTERS = {
	baseline: "B",
	candidate: "C"
};
/** Folder name of a run inside `runs/`, for example `01-baseline`. */
function runFolder(number, arm) {
	return `${String(number).padStart(2, "0")}-${arm}`;
}
// src/model/problem.ts
/** The one error class for refusals: bad input, bad arguments, bad bundles. Exit code 1, never a stack trace. */
var ProblemError = class extends Error {
	problems;
	constructor(problems) {
		super(problems.map(formatProblem).join("\n"));
		this.name = "ProblemError";
		this.problems = problems;
	}
};
/** One problem as text: `file:line: field: message`, then what was expected and what to do. */
function formatProblem(problem) {
	return `${[problem.file, ...problem.line === void 0 ? [] : [String(problem.line)]].join(":")}:${problem.field === void 0 ? "" : ` ${problem.field}:`} ${problem.message}\n  expected: ${problem.expected}\n  to do: ${problem.remedy}`;
}
// src/bundle/files.ts
const MISSING = "is missing";
const MIB = 1048576;
/** Below the longest string that Node 20 can hold, 512 MiB. */
const TEXT_LIMIT = 500 * MIB;
const LINE_LIMIT = 400 * MIB;
/** A file with a hole can claim any size; hashing more than this would take minutes. */
const HASH_LIMIT = 8192 * MIB;
const CHUNK_BYTES = MIB;
/** Bytes of a plain file of at most `limit` bytes. */
function readPlain(path, limit = TEXT_LIMIT) {
	return withFile(path, limit, (fd, size) => {
		const bytes = Buffer.allocUnsafe(size);
		let filled = 0;
		for (const chunk of chunksOf(fd, size)) filled += chunk.copy(bytes, filled);
		return {
			ok: true,
			value: bytes.subarray(0, filled)
		};
	});
}
/** Why the file can't be read as a plain one of at most `limit` bytes; null when it can. */
function plainFault(path, limit) {
	const got = withFile(path, limit, () => ({
		ok: true,
		value: null
	}));
	return got.ok ? null : got.fault;
}
/** SHA-256 of a file, lower-case hex; read in chunks, whatever its size. */
function sha256OfFile$1(path) {
	return withFile(path, HASH_LIMIT, (fd, size) => {
		const hash = createHash("sha256");
		for (const chunk of chunksOf(fd, size)) hash.update(chunk);
		return {
			ok: true,
			value: hash.digest("hex")
		};
	});
}
/**
* Gives every line to `use` until it returns false; at most one line is held in memory. Returns what is wrong with the
* file, or null. A last line without a line feed was cut, and is given as the fault.
*/
function forEachLine(path, use) {
	const got = withFile(path, Number.POSITIVE_INFINITY, (fd, size) => {
		const pieces = [];
		let held = 0;
		let number = 1;
		for (const chunk of chunksOf(fd, size)) {
			let at = 0;
			for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, at)) {
				const line = Buffer.concat([...pieces.splice(0), chunk.subarray(at, end)]);
				held = 0;
				at = end + 1;
				number += 1;
				if (!use(line.toString("utf8"))) return {
					ok: true,
					value: null
				};
			}
			pieces.push(Buffer.from(chunk.subarray(at)));
			held += chunk.length - at;
			if (held > LINE_LIMIT) return {
				ok: false,
				fault: `has more than ${LINE_LIMIT} bytes in line ${number}`
			};
		}
		return held === 0 ? {
			ok: true,
			value: null
		} : {
			ok: false,
			fault: `ends inside line ${number}`
		};
	});
	return got.ok ? null : got.fault;
}
/** An error of the file system, as opposed to a fault of the gate. */
function isFileError(error) {
	return error instanceof Error && "syscall" in error && "code" in error;
}
function withFile(path, limit, use) {
	let fd = -1;
	try {
		fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
		const stat = fstatSync(fd);
		if (!stat.isFile()) return {
			ok: false,
			fault: NOT_PLAIN
		};
		if (stat.size > limit) return {
			ok: false,
			fault: `is ${stat.size} bytes, and at most ${limit} can be read`
		};
		return use(fd, stat.size);
	} catch (error) {
		if (!isFileError(error)) throw error;
		return {
			ok: false,
			fault: OPEN_FAULTS[error.code ?? ""] ?? `can't be read (${error.code})`
		};
	} finally {
		if (fd >= 0) closeSync(fd);
	}
}
const NOT_PLAIN = "is not a plain file";
const OPEN_FAULTS = {
	ENOENT: MISSING,
	ELOOP: NOT_PLAIN,
	ENXIO: NOT_PLAIN,
	EISDIR: NOT_PLAIN
};
/** At most the first `size` bytes, so that a file that grows meanwhile has an end. A chunk is good until the next. */
function* chunksOf(fd, size) {
	const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, size)));
	for (let left = size; left > 0;) {
		const count = readSync(fd, buffer, 0, Math.min(buffer.length, left), null);
		if (count === 0) return;
		left -= count;
		yield buffer.subarray(0, count);
	}
}
// src/bundle/write.ts
const SUMS = "SHA256SUMS";
/** Pieces are gathered to this before they are written: one call for many lines. */
const WRITE_BYTES = 1048576;
/** JSON as every file of a bundle holds it: two spaces, a line feed at the end. */
function toJson(value) {
	return `${JSON.stringify(value, null, 2)}\n`;
}
/**
* Writes a file whole or not at all: a reader never sees half of it. Pieces are never joined, so that the file may be
* longer than any string.
*/
function writeWhole(path, content) {
	mkdirSync(dirname(path), { recursive: true });
	const partial = `${path}.partial`;
	rmSync(partial, {
		force: true,
		recursive: true
	});
	const fd = openSync(partial, "wx");
	try {
		if (typeof content === "string") writeBytes(fd, Buffer.from(content));
		else if (content instanceof Uint8Array) writeBytes(fd, content);
		else writePieces(fd, content);
	} finally {
		closeSync(fd);
	}
	renameSync(partial, path);
}
function writePieces(fd, pieces) {
	let gathered = "";
	for (const piece of pieces) {
		gathered += piece;
		if (gathered.length < WRITE_BYTES) continue;
		writeBytes(fd, Buffer.from(gathered));
		gathered = "";
	}
	writeBytes(fd, Buffer.from(gathered));
}
function writeBytes(fd, bytes) {
	for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
}
/** `writeWhole` for a file that the rest of the bundle gives; a disk or a place that refuses it is a `ProblemError`. */
function writeDerived(path, content) {
	try {
		writeWhole(path, content);
	} catch (error) {
		if (!isFileError(error)) throw error;
		throw new ProblemError([{
			file: path,
			message: `can't be written (${error.code})`,
			expected: "a bundle in a folder that can be written to",
			remedy: "remove what stands in its place, or copy the bundle to a folder of yours"
		}]);
	}
}
/** Makes the folder of a new bundle. Refuses one that holds something: evidence is never overwritten. */
function createBundle(folder, session, traceBytes) {
	if (existsSync(folder) && readdirSync(folder).length > 0) throw new ProblemError([{
		file: folder,
		message: "the output folder is not empty",
		expected: "a new or empty folder: a bundle is evidence and is never overwritten",
		remedy: "remove it, or choose another with --out"
	}]);
	mkdirSync(join(folder, "runs"), { recursive: true });
	writeSession(folder, session);
	writeWhole(join(folder, "trace.jsonl"), traceBytes);
}
function writeSession(folder, session) {
	writeWhole(join(folder, "plan.json"), toJson(session));
}
/** Path of a run's folder; made on the first call. */
function runPath(folder, run) {
	const path = join(folder, "runs", runFolder(run.number, run.arm));
	mkdirSync(path, { recursive: true });
	return path;
}
function writeRun(folder, run) {
	writeWhole(join(runPath(folder, run), "run.json"), toJson(run));
}
/** SHA-256 of each named file of a bundle; files that are not there, or not readable, are left out. */
function sumsOf(folder, names) {
	const sums = /* @__PURE__ */ new Map();
	for (const name of names) {
		const sum = sha256OfFile$1(join(folder, name));
		if (sum.ok) sums.set(name, sum.value);
	}
	return sums;
}
/** The sums of what a run's verdict rests on, by path inside the bundle: to be taken as soon as its server is gone. */
function runSums(folder, run) {
	const at = `runs/${runFolder(run.number, run.arm)}`;
	return sumsOf(folder, [
		"run.json",
		"raw.bin",
		"requests.jsonl"
	].map((file) => `${at}/${file}`));
}
/**
* `SHA256SUMS` over every other file, in the form `sha256sum -c` takes. What is `known` since it was written stands with
* that sum, whatever lies there now, and a run that is not among the known is not listed: who reads the bundle later
* finds the same changes as the session did.
*/
function writeSums(folder, known = /* @__PURE__ */ new Map()) {
	const names = filesBelow(folder, "").filter((name) => !known.has(name) && (known.size === 0 || isOurs(name, known)));
	const lines = [...known, ...sumsOf(folder, names)].map(([name, sum]) => `${sum}  ${name}\n`);
	writeWhole(join(folder, SUMS), lines.sort(byName).join(""));
}
/** Whether a file belongs to the bundle itself or to one of the known runs. */
function isOurs(name, known) {
	return !name.startsWith("runs/") || known.has(`${dirname(name)}/run.json`);
}
function byName(a, b) {
	return a.slice(66) < b.slice(66) ? -1 : 1;
}
/** Plain files as slash paths relative to the bundle; partial and sum files, and names that no bundle has, left out. */
function filesBelow(folder, at) {
	return entriesOf(join(folder, at)).flatMap((entry) => {
		const name = at === "" ? entry.name : `${at}/${entry.name}`;
		if (!/^[\w.-]+$/.test(entry.name) || name === "SHA256SUMS" || name.endsWith(".partial")) return [];
		if (entry.isDirectory()) return filesBelow(folder, name);
		return entry.isFile() ? [name] : [];
	});
}
/** What a folder holds, links as links; nothing where it can't be read. */
function entriesOf(folder) {
	try {
		return lstatSync(folder).isDirectory() ? readdirSync(folder, { withFileTypes: true }) : [];
	} catch (error) {
		if (!isFileError(error)) throw error;
		return [];
	}
}
// src/stats/looks.ts
/** Group-sequential looks: after how many pairs to ask, and at which level (section 6). */
/** One-sided level at each look that keeps the whole sequence at 0.05; constants after Pocock 1977 for the paired t. */
const LEVELS = /* @__PURE__ */ new Map([
	["3,4,6,8", .0184],
	["4,6,8", .0235],
	["4,6", .0309],
	["4,8", .0286],
	["3,5,8", .0212],
	["3,4,6", .0228],
	["3,6,8", .0218],
	["2,4,6,8", .0166],
	["4,6,8,12", .0185],
	["3,4,6,8,12", .0151]
]);
/** The sequences of looks a plan may declare, besides any single look. */
const KNOWN_LOOKS = [...LEVELS.keys()];
/**
* The one-sided level of every look, or null for a sequence whose level nobody has computed. A single look spends the
* whole level; several need confidence 0.95, which the constants were computed for.
*/
function lookLevel(looks, confidence = .95) {
	if (looks.length === 1) return 1 - confidence;
	return confidence === .95 ? LEVELS.get(looks.join(",")) ?? null : null;
}
// src/plan/looks.ts
/** Which sets of looks a session may have (decision procedure, section 6). */
const FEWEST_PAIRS = 3;
const MOST_PAIRS$1 = 16;
/** The confidence that the levels of several looks were computed for. */
const TABLED_CONFIDENCE = .95;
/** What is wrong with the looks by themselves (R3 and R8), if anything. */
function looksFault(looks) {
	const expected = `one of ${KNOWN_LOOKS.filter((key) => Number.parseInt(key, 10) >= FEWEST_PAIRS).map((key) => `[${key}]`).join(" ")}, or a single [K] from ${FEWEST_PAIRS} to ${MOST_PAIRS$1}`;
	const shown = `[${looks.join(", ")}]`;
	if (looks.length === 0) return {
		message: "holds no look",
		expected,
		remedy: "take [3, 4, 6, 8]"
	};
	if (looks.some((pairs) => pairs < FEWEST_PAIRS)) return {
		message: `${shown} looks before ${FEWEST_PAIRS} pairs`,
		expected,
		remedy: "take [3, 4, 6, 8]: fewer than three pairs can not tell a change from the spread between runs"
	};
	if (looks.some((pairs) => pairs > MOST_PAIRS$1)) return {
		message: `${shown} asks for more than ${MOST_PAIRS$1} pairs`,
		expected,
		remedy: "take fewer pairs: what they can not settle, a longer trace or a steadier machine may"
	};
	if (looks.some((pairs, i) => i > 0 && pairs <= (looks[i - 1] ?? 0))) return {
		message: `${shown} does not increase`,
		expected,
		remedy: "list the looks in increasing order, each once"
	};
	if (lookLevel(looks) === null) return {
		message: `no error level is known for looks after ${shown} pairs`,
		expected,
		remedy: "take a listed set: looking more often at 5% each errs in more than 5% of sessions"
	};
}
/** What is wrong with this confidence for these looks, if anything. */
function confidenceFault(looks, confidence) {
	if (looks.length <= 1 || confidence === TABLED_CONFIDENCE) return void 0;
	return {
		message: `the levels of several looks are known at 95% only, not at ${Number((confidence * 100).toPrecision(12))}%`,
		expected: "`95%`, or a single look",
		remedy: "write `confidence: 95%`, or a single look such as `looks: [4]`"
	};
}
// src/trace/json.ts
const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const CLOSE_BRACE = 125;
const CLOSE_BRACKET = 93;
/**
* The first key that an object inside this JSON text holds twice, or undefined. `JSON.parse` would keep the last one
* and say nothing. Expects text that `JSON.parse` accepts; one pass.
*/
function duplicateKey(json) {
	const open = [];
	for (let i = 0; i < json.length; i += 1) {
		const code = json.charCodeAt(i);
		if (code === OPEN_BRACE) open.push(/* @__PURE__ */ new Set());
		else if (code === OPEN_BRACKET) open.push(null);
		else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) open.pop();
		else if (code === QUOTE) {
			const end = endOfString(json, i);
			const keys = open.at(-1);
			if (keys && nextCode(json, end + 1) === COLON) {
				const key = String(JSON.parse(json.slice(i, end + 1)));
				if (keys.has(key)) return key;
				keys.add(key);
			}
			i = end;
		}
	}
}
/** Index of the quote that closes the string opened at `start`. */
function endOfString(json, start) {
	let end = json.indexOf("\"", start + 1);
	while (end >= 0 && isEscaped(json, end)) end = json.indexOf("\"", end + 1);
	return end < 0 ? json.length : end;
}
function isEscaped(json, index) {
	let backslashes = 0;
	while (json.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1;
	return backslashes % 2 === 1;
}
function nextCode(json, index) {
	let i = index;
	while (" 	\r\n".includes(json.charAt(i)) && i < json.length) i += 1;
	return json.charCodeAt(i);
}
// src/trace/nearest.ts
/**
* The known name a mistyped one most likely meant, or null when none is close: at most a third of the longer name's
* letters differ, or one of the two is a part of the other (`due` for `due_ms`).
*/
function nearest(word, known) {
	let best = null;
	let bestDistance = Number.POSITIVE_INFINITY;
	for (const name of known) {
		const distance = editDistance(word.toLowerCase(), name.toLowerCase());
		if (distance < bestDistance && isClose(word.toLowerCase(), name.toLowerCase(), distance)) {
			best = name;
			bestDistance = distance;
		}
	}
	return best;
}
function isClose(word, name, distance) {
	const [shorter, longer] = word.length < name.length ? [word, name] : [name, word];
	if (shorter.length >= 3 && longer.includes(shorter)) return true;
	return distance < shorter.length && distance <= Math.max(1, Math.floor(longer.length / 3));
}
/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
function editDistance(a, b) {
	let beforePrevious = [];
	let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i += 1) {
		const row = [i];
		for (let j = 1; j <= b.length; j += 1) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
			row.push(Math.min((row[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1, (previous[j - 1] ?? 0) + same, swapped ? (beforePrevious[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY));
		}
		beforePrevious = previous;
		previous = row;
	}
	return previous[b.length] ?? 0;
}
// src/trace/strict.ts
/** Strict reading, shared by everything a person writes: a schema's complaints as faults with an expectation and a remedy. */
const keyDocs = registry();
/**
* A value of one kind. `read` gives the resolved value, or what is wrong and what to do; `expected` completes the
* faults. A missing or empty value never reaches `read`.
*/
function leaf(doc, expected, read) {
	return unknown().transform((value, context) => {
		const kind = value === void 0 ? "missing" : "wrong";
		const outcome = value === void 0 || value === null ? absent(value) : read(value);
		if ("value" in outcome) return outcome.value;
		for (const { at = [], ...fault } of [outcome].flat()) context.addIssue({
			code: "custom",
			path: [...at],
			params: {
				expected,
				...fault,
				kind
			}
		});
		return NEVER;
	}).register(keyDocs, doc);
}
function absent(value) {
	return value === void 0 ? {
		message: "is missing",
		remedy: "add it"
	} : {
		message: "is empty",
		remedy: "give it a value, or remove the line"
	};
}
/** A map with exactly these keys. */
function section(meaning, shape) {
	return strictObject(shape).register(keyDocs, {
		type: "map",
		meaning
	});
}
/** A list of such values. */
function listOf(meaning, element) {
	return array(element).register(keyDocs, {
		type: "list",
		meaning
	});
}
/** The resolved value, or every fault in the order of the schema. */
function readStrict(schema, value) {
	const result = schema.safeParse(value, { reportInput: true });
	if (result.success) return {
		ok: true,
		value: result.data
	};
	return {
		ok: false,
		faults: result.error.issues.flatMap((issue) => faultsOf(issue, schema))
	};
}
/** Drops each `missing` whose place a mistyped key of the same map takes: one mistake, one problem. */
function withoutEchoes(faults, schema) {
	const meant = new Set(faults.filter((fault) => fault.kind === "unknown").map((fault) => {
		const parent = fault.path.slice(0, -1);
		return fieldOf([...parent, nearest(String(fault.path.at(-1)), keysAt(schema, parent)) ?? ""]);
	}));
	return faults.filter((fault) => fault.kind !== "missing" || !meant.has(fieldOf(fault.path)));
}
/** `['slo', 0, 'ttft']` -> `slo[0].ttft`. */
function fieldOf(path) {
	return path.map((part, i) => typeof part === "number" ? `[${part}]` : i === 0 ? part : `.${part}`).join("");
}
/** A value as a log line can show it. */
function show(value) {
	const text = typeof value === "number" ? String(value) : JSON.stringify(value);
	return `\`${text.length > 60 ? `${text.slice(0, 57)}...` : text}\``;
}
/** The map, list or value that a schema describes, whatever makes it optional. */
function unwrap(schema) {
	if (schema instanceof ZodOptional || schema instanceof ZodNullable) return unwrap(schema.unwrap());
	return schema;
}
function keysAt(schema, path) {
	let here = unwrap(schema);
	for (const part of path) if (here instanceof ZodObject) here = unwrap(here.shape[String(part)]);
	else if (here instanceof ZodArray) here = unwrap(here.element);
	return here instanceof ZodObject ? Object.keys(here.shape) : [];
}
function faultsOf(issue, schema) {
	const path = issue.path.map((part) => typeof part === "number" ? part : String(part));
	if (issue.code === "unrecognized_keys") {
		const known = keysAt(schema, path);
		return issue.keys.map((key) => ({
			path: [...path, key],
			kind: "unknown",
			...unknownKey(key, known)
		}));
	}
	if (issue.code === "custom") {
		const { message, ...fault } = issue.params;
		return [{
			path,
			...fault,
			message: typeof message === "string" ? message : message(fieldOf(path))
		}];
	}
	const wanted = issue.code === "invalid_type" && issue.expected === "array" ? "a list" : "a map of keys";
	if (issue.input === void 0) return [{
		path,
		kind: "missing",
		message: "is missing",
		expected: wanted,
		remedy: "add it"
	}];
	return [{
		path,
		kind: "wrong",
		message: issue.input === null ? "is empty" : `${show(issue.input)} is not ${wanted}`,
		expected: wanted,
		remedy: "write it that way, or remove it"
	}];
}
function unknownKey(key, known) {
	const near = nearest(key, known);
	return {
		message: `unknown key \`${key}\``,
		expected: `one of ${known.join(", ")}`,
		remedy: near === null ? "remove it" : `did you mean \`${near}\`?`
	};
}
// src/trace/schema.ts
/** Request fields that the gate or the plan decides; a trace that set them would change what is compared. */
const OWNED_PARAMS = [
	"model",
	"messages",
	"stream",
	"stream_options",
	"max_tokens",
	"max_completion_tokens",
	"n",
	"echo"
];
function text$2(meaning) {
	return leaf({
		type: "text",
		meaning
	}, "a non-empty string", (value) => typeof value === "string" && value !== "" ? { value } : {
		message: `${show(value)} is not text`,
		remedy: "write a string"
	});
}
function count$1(least, meaning) {
	return leaf({
		type: "whole number",
		meaning
	}, `a whole number of at least ${least}`, (value) => Number.isSafeInteger(value) && Number(value) >= least ? { value: Number(value) } : {
		message: `${show(value)} is not such a number`,
		remedy: "write the count"
	});
}
const dueMs = leaf({
	type: "number",
	meaning: "When the request leaves, in ms after the start of the window. Negative: lead-in."
}, "a finite number of milliseconds, such as `1250.5`", (value) => Number.isFinite(value) ? { value: Number(value) } : {
	message: `${show(value)} is not a time`,
	remedy: "write the due time as a plain number"
});
const messages = leaf({
	type: "list",
	meaning: "The chat messages, as the server takes them. One of `messages`, `prompt`, `prompt_tokens`."
}, "a non-empty list of messages, each with a `role` and a `content` of text or parts", (value) => Array.isArray(value) && value.length > 0 && value.every(isMessage) ? { value } : {
	message: "is no such list",
	remedy: "write the messages as they were sent"
});
const promptTokens = leaf({
	type: "list",
	meaning: "The prompt as token ids.",
	notYet: "the chat API takes no token ids"
}, "a non-empty list of token ids", (value) => Array.isArray(value) && value.length > 0 && value.every((id) => Number.isSafeInteger(id) && id >= 0) ? { value } : {
	message: "is no such list",
	remedy: "write whole numbers"
});
const params = leaf({
	type: "map",
	meaning: `More fields of the request body: sampling, stop, tools. Not ${OWNED_PARAMS.join(", ")}.`
}, "a map of request fields", (value) => {
	if (!isRecord(value)) return {
		message: `${show(value)} is not a map`,
		remedy: "write `{\"temperature\": 0}`"
	};
	const owned = OWNED_PARAMS.filter((key) => Object.hasOwn(value, key));
	if (owned.length === 0) return { value };
	return {
		message: `sets ${owned.map((key) => `\`${key}\``).join(", ")}, which the gate sets itself`,
		remedy: "remove it; the plan has the model, the line has `max_tokens`"
	};
});
function later(meaning, reason) {
	return leaf({
		type: "any",
		meaning,
		notYet: reason
	}, "no such key", () => ({
		message: `not yet: ${reason} in this version`,
		remedy: "remove the key from every line, or replay an open trace"
	})).optional();
}
/** One line of a trace file, as written (design, section 5). */
const traceLineSchema = section("One offered request: one JSON object a line.", {
	id: text$2("Names the request in every run; unique in the file."),
	due_ms: dueMs,
	class: text$2("The group an `slo` entry selects by `where`."),
	messages: messages.optional(),
	prompt: text$2("Sent as one user message.").optional(),
	prompt_tokens: promptTokens.optional(),
	max_tokens: count$1(1, "Cap on output tokens, sent with the request."),
	input_tokens: count$1(0, "Prompt tokens, as the source of the trace observed them.").optional(),
	output_tokens: count$1(0, "Output tokens, as the source of the trace observed them.").optional(),
	conversation: text$2("Requests of one conversation share this name.").optional(),
	params: params.optional(),
	after: later("Id of the request whose outcome this one waits for.", "`after` (closed-loop turns) can not be replayed"),
	think_ms: later("Pause after that outcome, ms.", "`think_ms` (closed-loop turns) can not be replayed"),
	expect: later("What quality checks compare the answer with.", "`expect` (quality checks) can not be judged")
});
function isRecord(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isMessage(value) {
	if (!isRecord(value) || typeof value["role"] !== "string" || value["role"] === "") return false;
	const content = value["content"];
	if (content === void 0 || content === null) return Array.isArray(value["tool_calls"]);
	return typeof content === "string" || Array.isArray(content);
}
// src/trace/read.ts
/** Bad lines that are listed one by one; the rest are counted. */
const LISTED_PROBLEMS = 20;
const NEWLINE = 10;
const utf8 = new TextDecoder("utf-8", {
	fatal: true,
	ignoreBOM: true
});
const BOM = [
	239,
	187,
	191
];
/**
* A frozen trace from the exact bytes of its file (design, section 5): strict JSON lines in UTF-8, in any order of due
* times. Nothing is repaired or skipped; every bad line is named, up to a cap.
*
* @param file the path as the plan names it
* @param bytes the whole file; its SHA-256 identifies the trace
*/
function readTrace({ file, bytes }) {
	const found = new Findings(file);
	const requests = [];
	const firstLineOf = /* @__PURE__ */ new Map();
	if (BOM.every((byte, i) => bytes[i] === byte)) {
		found.add(1, {
			message: "the file begins with a byte order mark",
			expected: "UTF-8 without a byte order mark",
			remedy: "remove the first three bytes (EF BB BF), then write the new hash into the plan"
		});
		return found.reading();
	}
	for (const { line, slice } of lines(bytes)) {
		const value = parseLine(slice, line, found);
		if (value === void 0) continue;
		const written = readLine(value, line, found);
		if (written === void 0) continue;
		const first = firstLineOf.get(written.id);
		if (first === void 0) firstLineOf.set(written.id, line);
		else found.add(line, {
			field: "id",
			message: `${show(written.id)} is already the id of line ${first}`,
			expected: "an id that occurs once: it identifies the request in every run",
			remedy: "rename one of the two requests"
		});
		requests.push(toRequest(written, requests.length, line));
	}
	if (bytes.length === 0) found.add(void 0, {
		message: "the trace is empty",
		expected: "one JSON object a line, one line a request",
		remedy: "name another file in `workload.trace`, or record one"
	});
	const sha256 = createHash("sha256").update(bytes).digest("hex");
	return found.reading({
		file,
		sha256,
		requests
	});
}
/** Problems of one file: the first ones as they are, the rest as a number. */
var Findings = class {
	file;
	listed = [];
	unlisted = 0;
	constructor(file) {
		this.file = file;
	}
	add(line, fault) {
		if (this.listed.length < LISTED_PROBLEMS) this.listed.push({
			file: this.file,
			...line === void 0 ? {} : { line },
			...fault
		});
		else this.unlisted += 1;
	}
	reading(trace) {
		if (trace !== void 0 && this.listed.length === 0) return {
			ok: true,
			value: trace
		};
		if (this.unlisted === 0) return {
			ok: false,
			problems: this.listed
		};
		const rest = {
			file: this.file,
			message: `${this.unlisted} more problem${this.unlisted === 1 ? "" : "s"}, not listed`,
			expected: `a trace without problems; the first ${LISTED_PROBLEMS} are above`,
			remedy: "correct these first: they often share one cause"
		};
		return {
			ok: false,
			problems: [...this.listed, rest]
		};
	}
};
/** The lines of a file, numbered from 1; a newline at the very end opens no further line. */
function* lines(bytes) {
	let start = 0;
	for (let line = 1; start < bytes.length; line += 1) {
		const newline = bytes.indexOf(NEWLINE, start);
		const end = newline < 0 ? bytes.length : newline;
		yield {
			line,
			slice: bytes.subarray(start, end)
		};
		start = end + 1;
	}
}
function parseLine(slice, line, found) {
	const json = decode(slice);
	if (json === void 0) {
		found.add(line, {
			message: "not valid UTF-8",
			expected: "UTF-8 text",
			remedy: "write the file as UTF-8, then write the new hash into the plan"
		});
		return;
	}
	if (json.trim() === "") {
		found.add(line, {
			message: "the line is empty",
			expected: "one JSON object a line",
			remedy: "remove the line"
		});
		return;
	}
	const parsed = parseJson(json);
	if (!parsed.ok) {
		found.add(line, {
			message: `not JSON: ${parsed.reason}`,
			expected: "one whole JSON object on one line",
			remedy: "correct the line, or write the file again from its source"
		});
		return;
	}
	const twice = duplicateKey(json);
	if (twice !== void 0) {
		found.add(line, {
			field: twice,
			message: "the key occurs twice in one object",
			expected: "each key once",
			remedy: "remove one of the two"
		});
		return;
	}
	return parsed.value;
}
function decode(slice) {
	try {
		return utf8.decode(slice);
	} catch {
		return;
	}
}
function parseJson(json) {
	try {
		return {
			ok: true,
			value: JSON.parse(json)
		};
	} catch (error) {
		return {
			ok: false,
			reason: jsonReason(error)
		};
	}
}
/** V8 quotes the text it stumbled over, in words that differ between Node versions; its position is enough. */
function jsonReason(error) {
	const position = /at position (\d+)/.exec(String(error))?.[1];
	return position === void 0 ? "it breaks off or holds a wrong character" : `wrong at character ${Number(position) + 1}`;
}
function readLine(value, line, found) {
	const reading = readStrict(traceLineSchema, value);
	const faults = [...reading.ok ? [] : withoutEchoes(reading.faults, traceLineSchema), ...promptFaults(value)];
	for (const { path, message, expected, remedy } of faults) found.add(line, {
		...path.length === 0 ? {} : { field: fieldOf(path) },
		message,
		expected,
		remedy
	});
	return reading.ok && faults.length === 0 ? reading.value : void 0;
}
function promptFaults(value) {
	if (!isRecord(value)) return [];
	const prompts = [
		"messages",
		"prompt",
		"prompt_tokens"
	].filter((key) => Object.hasOwn(value, key));
	if (prompts.length === 1) return [];
	const fault = {
		path: [],
		kind: "wrong",
		expected: "exactly one of `messages`, `prompt`, `prompt_tokens`"
	};
	if (prompts.length === 0) return [{
		...fault,
		message: "the request has no prompt",
		remedy: "add the messages of the request"
	}];
	const named = prompts.map((key) => `\`${key}\``).join(" and ");
	return [{
		...fault,
		message: `has ${named}`,
		remedy: "keep the one that was sent"
	}];
}
function toRequest(written, index, line) {
	return {
		index,
		line,
		id: written.id,
		dueMs: written.due_ms,
		class: written.class,
		...written.messages === void 0 ? {} : { messages: written.messages },
		...written.prompt === void 0 ? {} : { prompt: written.prompt },
		...written.prompt_tokens === void 0 ? {} : { promptTokens: written.prompt_tokens },
		maxTokens: written.max_tokens,
		...written.input_tokens === void 0 ? {} : { inputTokens: written.input_tokens },
		...written.output_tokens === void 0 ? {} : { outputTokens: written.output_tokens },
		...written.conversation === void 0 ? {} : { conversation: written.conversation },
		params: written.params ?? {}
	};
}
// src/bundle/check.ts
/** Names that a sum may stand for: nothing outside the bundle is looked at, whatever a sum file says. */
const EVIDENCE = /^(?:plan\.json|trace\.jsonl|runs\/\d\d-(?:baseline|candidate)\/\w+\.\w+)$/;
const SUM_LINE = /^([0-9a-f]{64}) {2}(.+)$/;
/** `SHA256SUMS` of a bundle. One that can't be read whole is a problem; a missing one is not: it is derived. */
function readSums(folder) {
	const got = readPlain(join(folder, SUMS));
	if (!got.ok) return got.fault === "is missing" ? {
		sums: null,
		problems: []
	} : faulty(`${SUMS} ${got.fault}`);
	const sums = /* @__PURE__ */ new Map();
	const lines = got.value.toString("utf8").split("\n");
	if (lines.pop() !== "" || lines.length === 0) return faulty(`${SUMS} ends inside a line`);
	for (const [i, line] of lines.entries()) {
		const [, sum, name] = SUM_LINE.exec(line) ?? [];
		if (sum === void 0 || name === void 0) return faulty(`${SUMS}:${i + 1} is not a sum`);
		sums.set(name, sum);
	}
	return {
		sums,
		problems: []
	};
}
function faulty(problem) {
	return {
		sums: null,
		problems: [problem]
	};
}
/** Sentences about evidence that is not what its sum says, by path inside the bundle, in the order of the paths. */
function changesSince(folder, sums, isChecked) {
	const changes = /* @__PURE__ */ new Map();
	for (const name of [...sums.keys()].sort()) {
		if (!EVIDENCE.test(name) || !isChecked(name)) continue;
		const now = sha256OfFile$1(join(folder, name));
		if (!now.ok) changes.set(name, `${name} ${now.fault}`);
		else if (now.value !== sums.get(name)) changes.set(name, `${name} was changed after it was written`);
	}
	return changes;
}
// src/bundle/raw.ts
/**
* The binary form of `raw.bin`: a magic word, then entries back to back, little-endian, written in the order in which
* the event loop saw them. A file cut at any byte reads up to its last whole entry.
*
* | offset | type | field |
* | --- | --- | --- |
* | 0 | u32 | payload length in bytes |
* | 4 | u32 | kind |
* | 8 | u32 | request: position in the trace; 0xffffffff for an entry of the event loop |
* | 12 | u32 | iteration of the event loop |
* | 16 | f64 | time of the callback, ms after the window's start |
* | 24 | f64 | a number of the kind: due time, HTTP status, time of the batch |
* | 32 | | payload |
*/
const RAW_MAGIC = new TextEncoder().encode("GPGRAW01");
const NO_REQUEST = 4294967295;
const KIND = {
	/** number: due time. */
	called: 1,
	sent: 2,
	/** number: HTTP status; payload: headers as a JSON object. */
	head: 3,
	/** payload: body bytes as read. */
	data: 4,
	/** number: 1 where the gate stopped listening behind `[DONE]`, 0 where the message ended. */
	end: 5,
	/** payload: JSON `{code, message}`. */
	error: 6,
	deadline: 7,
	tooLarge: 8,
	cancelled: 9,
	/** The end of one event-loop iteration with reads. number: time of its batch; payload: two f64 of cumulative idle time. */
	iteration: 10,
	/** The last entry of a whole file. */
	close: 11
};
/** Reads a `raw.bin`. Never throws: what can't be read is said in `problem`. */
function readRaw(bytes) {
	const entries = [];
	if (bytes.length < RAW_MAGIC.length) return {
		entries,
		problem: `raw.bin ends inside its first ${RAW_MAGIC.length} bytes`
	};
	if (RAW_MAGIC.some((byte, i) => bytes[i] !== byte)) return {
		entries,
		problem: "raw.bin does not begin with its magic word"
	};
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let offset = RAW_MAGIC.length;
	while (offset < bytes.length) {
		const left = bytes.length - offset;
		const length = left >= 32 ? view.getUint32(offset, true) : 0;
		if (left < 32 + length) return {
			entries,
			problem: `raw.bin ends inside the entry at byte ${offset}`
		};
		const kind = view.getUint32(offset + 4, true);
		if (kind < KIND.called || kind > KIND.close) return {
			entries,
			problem: `raw.bin has an entry of unknown kind ${kind} at byte ${offset}`
		};
		const entry = {
			kind,
			request: view.getUint32(offset + 8, true),
			iteration: view.getUint32(offset + 12, true),
			tMs: view.getFloat64(offset + 16, true),
			number: view.getFloat64(offset + 24, true),
			payload: bytes.subarray(offset + 32, offset + 32 + length)
		};
		const fault = entryFault(entry, entries.length);
		if (fault !== null) return {
			entries,
			problem: `raw.bin has ${fault} at byte ${offset}`
		};
		entries.push(entry);
		offset += 32 + length;
	}
	return {
		entries,
		problem: entries.at(-1)?.kind === KIND.close ? null : "raw.bin has no closing entry: it was cut, or the run broke off"
	};
}
/** Times and numbers beyond this are no measurement; sums of them stay finite. */
const LARGEST = Number.MAX_SAFE_INTEGER;
/** What no load generator wrote, if anything: later code counts on these numbers. `before`: entries read so far. */
function entryFault({ kind, iteration, tMs, number, payload }, before) {
	if (iteration > before + 1) return `iteration ${iteration} after ${before} entries`;
	const numbers = kind === KIND.iteration ? [
		tMs,
		number,
		...idleTimes(payload)
	] : [tMs, number];
	if (kind === KIND.iteration && numbers.length < 4) return "an iteration without its idle times";
	const wrong = numbers.find((value) => !(Math.abs(value) <= LARGEST));
	return wrong === void 0 ? null : `the number ${wrong}`;
}
/** Cumulative idle time at an iteration's batch and at its end, ms; empty where the payload is none. */
function idleTimes(payload) {
	if (payload.length < 16) return [];
	const view = new DataView(payload.buffer, payload.byteOffset);
	return [view.getFloat64(0, true), view.getFloat64(8, true)];
}
/** Writes one entry into a block at `offset`; the caller has checked that it fits. Returns the offset behind it. */
function writeEntry(block, offset, entry, payload) {
	const length = payload === null ? 0 : payload.length;
	block.setUint32(offset, length, true);
	block.setUint32(offset + 4, entry.kind, true);
	block.setUint32(offset + 8, entry.request, true);
	block.setUint32(offset + 12, entry.iteration, true);
	block.setFloat64(offset + 16, entry.tMs, true);
	block.setFloat64(offset + 24, entry.number, true);
	if (payload !== null) new Uint8Array(block.buffer, block.byteOffset + offset + 32, length).set(payload);
	return offset + 32 + length;
}
// src/bundle/raw-file.ts
/** `raw.bin` is read whole, and Node reads no file of 2 GiB or more. */
const RAW_LIMIT_BYTES = 1992294400;
/** Reads the `raw.bin` at `path`. Never throws: a file that is missing, none or too large is a problem without entries. */
function readRawFile(path) {
	const got = readPlain(path, RAW_LIMIT_BYTES);
	return got.ok ? readRaw(got.value) : {
		entries: [],
		problem: `raw.bin ${got.fault}`
	};
}
// src/bundle/records.ts
/**
* The records of one `requests.jsonl` up to the first line that is none.
*
* @param file path inside the bundle, as problems name it
* @param expected offered requests of the trace
* @param problems what is missing is added here
*/
function readRecords(lines, file, expected, problems) {
	const records = [];
	const fault = lines((line) => {
		const record = parseRecord(line);
		if (record === null || record.index !== records.length) {
			problems.push(`${file}:${records.length + 1} is not a whole record; it and what follows are left out`);
			return false;
		}
		records.push(record);
		return true;
	});
	if (fault !== null) problems.push(`${file} ${fault}`);
	if (records.length < expected) problems.push(`${file} holds ${records.length} of ${expected} offered requests`);
	return records;
}
function parseRecord(line) {
	try {
		const result = recordSchema.safeParse(JSON.parse(line));
		return result.success ? result.data : null;
	} catch {
		return null;
	}
}
// src/stats/at.ts
/** The element at `index`; a RangeError where there is none, so that a wrong index never becomes a silent NaN. */
function at$1(values, index) {
	const value = values[index];
	if (value === void 0) throw new RangeError(`index ${index} is outside a list of ${values.length}`);
	return value;
}
// src/stats/rank.ts
/** Nearest-rank percentiles and the order statistics that bound them, on integers throughout (section 3.4). */
/** A sorted copy; infinities are allowed and sort last. Throws a RangeError on NaN. */
function sorted(values) {
	const copy = Float64Array.from(values).sort();
	if (copy.length > 0 && Number.isNaN(copy[copy.length - 1])) throw new RangeError("a sample holds NaN");
	return copy;
}
/** ceil(p * n) in whole numbers: the rank, from 1, of the p-quantile among `n` values. */
function rankOf(n, p) {
	const scaled = n * p.num;
	if (!Number.isSafeInteger(scaled)) throw new RangeError(`rank ${p.num}/${p.den} of ${n} exceeds whole numbers`);
	const rest = scaled % p.den;
	return (scaled - rest) / p.den + (rest > 0 ? 1 : 0);
}
/** The nearest-rank p-quantile of a sample that holds at least one value. */
function nearestRank(sample, p) {
	if (sample.length === 0) throw new RangeError("an empty sample has no percentile");
	return at$1(sample, rankOf(sample.length, p) - 1);
}
/**
* Rank of the one-sided upper confidence bound of the p-quantile for independent values: the smallest r with
* P(Binomial(n, p) <= r - 1) >= confidence, or null when `n` values can't support it.
*/
function upperRank(n, p, confidence) {
	const weights = binomialWeights(n, p);
	const allowed = (1 - confidence) * weights.reduceRight((sum, weight) => sum + weight, 0);
	let tail = 0;
	let rank = n + 1;
	while (rank > 1 && tail + at$1(weights, rank - 1) <= allowed * (1 + 1e-12)) {
		rank -= 1;
		tail += at$1(weights, rank);
	}
	return rank <= n ? rank : null;
}
/** Binomial probabilities of 0..n up to a common factor: 1 at the mode, then outward by their ratios. */
function binomialWeights(n, p) {
	const weights = new Float64Array(n + 1);
	const odds = p.num / (p.den - p.num);
	const mode = Math.min(n, Math.floor((n + 1) * p.num / p.den));
	weights[mode] = 1;
	for (let k = mode; k < n; k += 1) weights[k + 1] = at$1(weights, k) * odds * (n - k) / (k + 1);
	for (let k = mode; k > 0; k -= 1) weights[k - 1] = at$1(weights, k) * k / (odds * (n - k + 1));
	return weights;
}
/**
* Upper rank for values that share a queue: the rank of `upperRank` at a third of the sample, stretched back to the
* whole, or null. Neighbours make a tail quantile about three times as variable as independence would have it.
*/
function clusteredUpperRank(n, p, confidence) {
	const third = Math.floor(n / 3);
	const rank = third > 0 ? upperRank(third, p, confidence) : null;
	return rank === null ? null : Math.ceil(rank * n / third);
}
/** The fewest independent values whose largest is an upper bound of the p-quantile: ceil(ln(1 - confidence) / ln p). */
function upperRankMinN(p, confidence) {
	return Math.ceil(Math.log(1 - confidence) / Math.log(p.num / p.den) - 1e-9);
}
// src/model/trace.ts
/** Which part of the replay a due time belongs to, for a declared window of `windowMs`. */
function phaseOf(dueMs, windowMs) {
	if (dueMs < 0) return "lead_in";
	return dueMs < windowMs ? "cohort" : "lead_out";
}
// src/stream/choice.ts
/** Gathers the pieces of one choice. */
var ChoiceState = class {
	finish = null;
	/** The finish reason came in an event without output, as the end-of-sequence token does. */
	finishedInSilence = false;
	hasOutput = false;
	#text = "";
	#reasoning = "";
	#refusal = "";
	#tools = /* @__PURE__ */ new Map();
	/** Adds one event's piece and says what the event is for this choice. */
	add(piece) {
		this.#text += piece.text;
		this.#reasoning += piece.reasoning;
		this.#refusal += piece.refusal;
		for (const { index, ...part } of piece.tools) {
			const call = this.#tools.get(index) ?? {
				id: "",
				name: "",
				arguments: ""
			};
			this.#tools.set(index, {
				id: part.id || call.id,
				name: part.name || call.name,
				arguments: call.arguments + part.arguments
			});
		}
		const tags = outputTags(piece);
		if (tags.length > 0) this.hasOutput = true;
		if (piece.finish !== null) {
			this.finish = piece.finish;
			this.finishedInSilence = tags.length === 0;
			return [...tags, "finish"];
		}
		if (tags.length > 0) return tags;
		return piece.hasRole ? ["role"] : ["empty"];
	}
	toChoice() {
		const toolCalls = [...this.#tools].sort(([a], [b]) => a - b).map(([index, call]) => ({
			index,
			...call,
			argumentsValidJson: isJson(call.arguments)
		}));
		return {
			text: this.#text,
			...this.#reasoning === "" ? {} : { reasoning: this.#reasoning },
			...this.#refusal === "" ? {} : { refusal: this.#refusal },
			...toolCalls.length === 0 ? {} : { toolCalls },
			finishReason: this.finish?.reason ?? null,
			finishReasonRaw: this.finish?.raw ?? null
		};
	}
};
function outputTags(piece) {
	const tags = [];
	if (piece.text !== "") tags.push("text");
	if (piece.reasoning !== "") tags.push("reasoning");
	if (piece.refusal !== "") tags.push("refusal");
	if (piece.tools.some((tool) => tool.name !== "" || tool.arguments !== "")) tags.push("tool_call");
	return tags;
}
function isJson(text) {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
// src/stream/json.ts
/** The object itself; null for lists, scalars and nothing. */
function asObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
}
/** The list itself; null for everything else. */
function asList(value) {
	return Array.isArray(value) ? value : null;
}
/** The string itself; '' for everything else, because '' and null both mean "nothing" on the wire. */
function asText$1(value) {
	return typeof value === "string" ? value : "";
}
/** A whole number of 0 or more; null for everything else. */
function asCount(value) {
	return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
/** The parsed object, or null where the text is not JSON or not an object. */
function parseObject$1(text) {
	try {
		return asObject(JSON.parse(text));
	} catch {
		return null;
	}
}
// src/stream/tokens.ts
/** Keeps the books of one answer's tokens, event by event. */
var TokenLedger = class {
	/** Last usage object that is no placeholder, as received. */
	usage = null;
	/** Tokens of each output event; null where it doesn't tell. */
	outputTokens = [];
	#usageIsFinal = false;
	#tokenIds = 0;
	#logprobs = 0;
	#told = 0;
	#lastUsageCount = 0;
	#outputsSinceUsage = 0;
	/** Books one event; `finished`: with it, every choice asked for has a finish reason, good or bad. */
	add(reading, isOutput, finished) {
		const tokenIds = sumOf(reading.choices, (piece) => piece.tokenIds);
		const logprobs = sumOf(reading.choices, (piece) => piece.logprobs);
		this.#tokenIds += tokenIds ?? 0;
		this.#logprobs += logprobs ?? 0;
		const anyOutput = isOutput || this.outputTokens.length > 0;
		const count = reading.usage === null ? null : completionTokens(reading.usage);
		const isPlaceholder = count === 0 && anyOutput;
		const growth = this.#growth(isPlaceholder ? null : count, isOutput);
		const tokens = reading.choices.length === 0 ? null : tokenIds ?? logprobs ?? growth;
		this.#told += tokens ?? 0;
		if (isOutput) this.outputTokens.push(tokens);
		if (reading.usage === null) return {
			usageTag: null,
			tokens
		};
		if (isPlaceholder) return {
			usageTag: "usage_placeholder",
			tokens
		};
		this.usage = reading.usage;
		this.#usageIsFinal = finished;
		return {
			usageTag: "usage",
			tokens
		};
	}
	/** Growth of running usage since the usage before; null where outputs without usage share in it. */
	#growth(count, isOutput) {
		if (count === null) {
			if (isOutput) this.#outputsSinceUsage += 1;
			return null;
		}
		const growth = count - this.#lastUsageCount;
		const isTheirs = this.#outputsSinceUsage === 0 && (growth > 0 || growth === 0 && isOutput);
		this.#lastUsageCount = count;
		this.#outputsSinceUsage = 0;
		return isTheirs ? growth : null;
	}
	/** The count so far: the first source in order that gave one above zero. */
	total() {
		const usage = this.usage;
		const given = [
			["usage", usage === null ? 0 : completionTokens(usage) ?? 0],
			["token_ids", this.#tokenIds],
			["logprobs", this.#logprobs]
		].filter(([, count]) => count > 0);
		const [first] = given;
		const source = first?.[0] ?? "none";
		return {
			count: first?.[1] ?? null,
			source: source !== "usage" ? source : this.#usageIsFinal ? "usage_final" : "usage_running",
			prompt: asCount(usage?.["prompt_tokens"]) ?? asCount(usage?.["input_tokens"]),
			cachedPrompt: detail(usage, ["prompt_tokens_details", "input_tokens_details"], "cached_tokens"),
			reasoning: detail(usage, ["completion_tokens_details", "output_tokens_details"], "reasoning_tokens"),
			alternatives: Object.fromEntries(given),
			disagree: given.some(([, count]) => count !== first?.[1])
		};
	}
	/**
	* Whether the gaps of a finished answer are times between tokens. `choices` is the number asked for, `silentStop`
	* that the one choice ended in an event without output by a reason that costs an end-of-sequence token.
	*/
	timing(outputMs, choices, silentStop) {
		const { count } = this.total();
		if (count === null) return refuse("no_token_count");
		if (count < 2) return refuse("fewer_than_two_tokens");
		const events = this.outputTokens.length;
		const told = this.outputTokens.every((tokens) => tokens !== null);
		if (told) {
			if (this.outputTokens.some((tokens) => tokens !== null && tokens > 1)) return refuse("multi_token_events");
			if (this.#told !== count) return refuse("count_mismatch");
		} else {
			if (choices > 1) return refuse("several_choices_without_per_event_counts");
			if (events > count) return refuse("count_mismatch");
			if (events !== count && !(events === count - 1 && silentStop)) return refuse("multi_token_events");
		}
		if (isCoalesced(outputMs)) return refuse("coalesced");
		return {
			usable: true,
			basis: told ? "per_event" : "aggregate",
			reason: null
		};
	}
};
/** A refusal to read gaps as time between tokens. */
function refuse(reason) {
	return {
		usable: false,
		basis: null,
		reason
	};
}
/** More than a tenth of the gaps under 1 ms: events that were held back and came together. */
function isCoalesced(outputMs) {
	let short = 0;
	for (let k = 1; k < outputMs.length; k += 1) if ((outputMs[k] ?? 0) - (outputMs[k - 1] ?? 0) < 1) short += 1;
	return short * 10 > outputMs.length - 1;
}
function completionTokens(usage) {
	return asCount(usage["completion_tokens"]) ?? asCount(usage["output_tokens"]);
}
function detail(usage, groups, key) {
	for (const group of groups) {
		const count = asCount(asObject(usage?.[group])?.[key]);
		if (count !== null) return count;
	}
	return null;
}
/** Sum over the pieces that have a number; null when none has. */
function sumOf(pieces, of) {
	const numbers = pieces.map(of).filter((value) => value !== null);
	return numbers.length === 0 ? null : numbers.reduce((sum, value) => sum + value, 0);
}
// src/stream/log.ts
const OUTPUT = /* @__PURE__ */ new Set([
	"text",
	"reasoning",
	"refusal",
	"tool_call"
]);
/** Everything one answer's events have said so far. */
var EventLog = class {
	events = [];
	/** Upper stamps of the output events, choices merged. */
	outputMs = [];
	ledger = new TokenLedger();
	firstTextMs = null;
	/** Longest stamp interval of an output event, ms. */
	stampWidthMs = null;
	/** The first failure; reading may go on after it. */
	fault = null;
	/** When `[DONE]` or the API's own terminal event came. */
	terminalMs = null;
	doneSeen = false;
	#choices = /* @__PURE__ */ new Map();
	asked;
	/** `asked`: the number of choices the request asked for. */
	constructor(asked) {
		this.asked = asked;
	}
	/** An event that holds no reading: `blank`, `malformed`, `error`, `done`. */
	addBare(tag, stamp, name) {
		this.#push({ tags: [tag] }, stamp, name);
	}
	add(reading, stamp, name, whole) {
		const tags = new Set(reading.choices.flatMap((piece) => this.#addPiece(piece, stamp)));
		const isOutput = [...tags].some((tag) => OUTPUT.has(tag));
		if (isOutput) this.#markOutput(stamp, tags.has("text"));
		const { usageTag, tokens } = this.ledger.add(reading, isOutput, this.#everyChoice(({ finish }) => finish !== null));
		if (usageTag !== null) tags.add(usageTag);
		if (tags.size === 0) tags.add("meta");
		const [first] = reading.choices;
		this.#push({
			tags: [...tags],
			...first === void 0 || this.asked === 1 ? {} : { choice: first.index },
			...said("text", reading.choices),
			...said("reasoning", reading.choices),
			...said("refusal", reading.choices),
			...tokens === null || whole ? {} : { tokens }
		}, stamp, name);
	}
	/** Keeps the first failure only: it is when the outcome was known. */
	fail(fault) {
		this.fault ??= fault;
	}
	get hasOutput() {
		return this.outputMs.length > 0;
	}
	get hasChoice() {
		return this.#choices.size > 0;
	}
	get hasFinish() {
		return [...this.#choices.values()].some(({ finish }) => finish !== null);
	}
	/** Every choice asked for ended by a good reason. */
	get isFinished() {
		return this.#everyChoice(({ finish }) => finish !== null && finish.reason !== null);
	}
	/** Every choice asked for has output or ended by a good reason. */
	get isAnswered() {
		return this.#everyChoice(({ finish, hasOutput }) => hasOutput || finish !== null && finish.reason !== null);
	}
	/** A single choice that ended, in an event without output, by a reason that costs an end-of-sequence token. */
	get endedInSilence() {
		const [only] = this.#choices.values();
		const reason = only?.finish?.reason;
		return only?.finishedInSilence === true && (reason === "stop" || reason === "tool_calls");
	}
	choices() {
		return Object.fromEntries([...this.#choices].map(([index, state]) => [String(index), state.toChoice()]));
	}
	#everyChoice(test) {
		for (let index = 0; index < this.asked; index += 1) {
			const state = this.#choices.get(index);
			if (state === void 0 || !test(state)) return false;
		}
		return true;
	}
	#addPiece(piece, { tMs }) {
		let state = this.#choices.get(piece.index);
		if (state === void 0) {
			state = new ChoiceState();
			this.#choices.set(piece.index, state);
		}
		const { finish } = piece;
		if (finish !== null && finish.reason === null) this.fail({
			kind: "bad_finish_reason",
			message: finish.raw,
			code: null,
			tMs
		});
		return state.add(piece);
	}
	#markOutput({ tMs, lowerMs }, isText) {
		this.outputMs.push(tMs);
		if (isText) this.firstTextMs ??= tMs;
		this.stampWidthMs = Math.max(this.stampWidthMs ?? 0, tMs - lowerMs);
	}
	#push(event, { tMs }, name) {
		this.events.push({
			i: this.events.length,
			tMs,
			...name === null ? {} : { name },
			...event
		});
	}
};
/** One kind of piece of an event, its choices joined; nothing where there is none. */
function said(kind, pieces) {
	const text = pieces.map((piece) => piece[kind]).join("");
	return text === "" ? {} : { [kind]: text };
}
// src/stream/errors.ts
/**
* The error inside an event of a 2xx stream, or null where the event is none: a true value under `error`,
* `"object": "error"`, or an `error_message` without choices.
*/
function streamError(data) {
	const noChoices = (asList(data["choices"]) ?? []).length === 0;
	return Boolean(data["error"]) || data["object"] === "error" || noChoices && Boolean(data["error_message"]) ? errorDetail(data) : null;
}
/** Message and code of an error object or error body: under `error` first, then beside it; the code beside the message. */
function errorDetail(data) {
	const inner = asObject(data["error"]);
	const innerMessage = inner === null ? "" : messageOf$1(inner);
	if (inner !== null && innerMessage !== "") return {
		message: innerMessage,
		code: codeOf(inner)
	};
	const message = asText$1(data["error"]) || messageOf$1(data) || validationMessage(data["detail"]);
	if (message !== "") return {
		message,
		code: codeOf(data)
	};
	return {
		message: null,
		code: codeOf(inner ?? data)
	};
}
function messageOf$1(place) {
	return asText$1(place["message"]) || asText$1(place["error_message"]);
}
function codeOf(place) {
	for (const key of [
		"code",
		"http_status_code",
		"error_code"
	]) {
		const code = place[key];
		if (typeof code === "number" || typeof code === "string" && code !== "") return code;
	}
	return null;
}
function isName(part) {
	return typeof part === "string" || typeof part === "number";
}
/** FastAPI's `detail`: a string, or a list of places and messages, here `loc.loc: msg; ...`. */
function validationMessage(detail) {
	const said = (asList(detail) ?? []).map(asObject).filter((entry) => entry !== null).map((entry) => {
		const place = (asList(entry["loc"]) ?? []).filter(isName).join(".");
		return place === "" ? asText$1(entry["msg"]) : `${place}: ${asText$1(entry["msg"])}`;
	});
	return asText$1(detail) || said.join("; ");
}
// node_modules/eventsource-parser/dist/index.js
var ParseError = class extends Error {
	constructor(message, options) {
		super(message), this.name = "ParseError", this.type = options.type, this.field = options.field, this.value = options.value, this.line = options.line;
	}
};
const LF = 10;
const CR = 13;
const SPACE = 32;
function noop(_arg) {}
function createParser(config) {
	if (typeof config == "function") throw new TypeError("`config` must be an object, got a function instead. Did you mean `createParser({onEvent: fn})`?");
	const { onEvent = noop, onError = noop, onRetry = noop, onComment, maxBufferSize } = config, pendingFragments = [];
	let pendingFragmentsLength = 0, isFirstChunk = !0, id, data = "", dataLines = 0, eventType, terminated = !1;
	function feed(chunk) {
		if (terminated) throw new Error("Cannot feed parser: it was terminated after exceeding the configured max buffer size. Call `reset()` to resume parsing.");
		if (isFirstChunk && (isFirstChunk = !1, chunk.charCodeAt(0) === 239 && chunk.charCodeAt(1) === 187 && chunk.charCodeAt(2) === 191 && (chunk = chunk.slice(3))), pendingFragments.length === 0) {
			const trailing2 = processLines(chunk);
			trailing2 !== "" && (pendingFragments.push(trailing2), pendingFragmentsLength = trailing2.length), checkBufferSize();
			return;
		}
		if (chunk.indexOf(`
`) === -1 && chunk.indexOf("\r") === -1) {
			pendingFragments.push(chunk), pendingFragmentsLength += chunk.length, checkBufferSize();
			return;
		}
		pendingFragments.push(chunk);
		const input = pendingFragments.join("");
		pendingFragments.length = 0, pendingFragmentsLength = 0;
		const trailing = processLines(input);
		trailing !== "" && (pendingFragments.push(trailing), pendingFragmentsLength = trailing.length), checkBufferSize();
	}
	function checkBufferSize() {
		maxBufferSize !== void 0 && (pendingFragmentsLength + data.length <= maxBufferSize || (terminated = !0, pendingFragments.length = 0, pendingFragmentsLength = 0, id = void 0, data = "", dataLines = 0, eventType = void 0, onError(new ParseError(`Buffered data exceeded max buffer size of ${maxBufferSize} characters`, { type: "max-buffer-size-exceeded" }))));
	}
	function processLines(chunk) {
		let searchIndex = 0;
		if (chunk.indexOf("\r") === -1) {
			let lfIndex = chunk.indexOf(`
`, searchIndex);
			for (; lfIndex !== -1;) {
				if (searchIndex === lfIndex) {
					dataLines > 0 && onEvent({
						id,
						event: eventType,
						data
					}), id = void 0, data = "", dataLines = 0, eventType = void 0, searchIndex = lfIndex + 1, lfIndex = chunk.indexOf(`
`, searchIndex);
					continue;
				}
				const firstCharCode = chunk.charCodeAt(searchIndex);
				if (isDataPrefix(chunk, searchIndex, firstCharCode)) {
					const valueStart = chunk.charCodeAt(searchIndex + 5) === SPACE ? searchIndex + 6 : searchIndex + 5, value = chunk.slice(valueStart, lfIndex);
					if (dataLines === 0 && chunk.charCodeAt(lfIndex + 1) === LF) {
						onEvent({
							id,
							event: eventType,
							data: value
						}), id = void 0, data = "", eventType = void 0, searchIndex = lfIndex + 2, lfIndex = chunk.indexOf(`
`, searchIndex);
						continue;
					}
					data = dataLines === 0 ? value : `${data}
${value}`, dataLines++;
				} else isEventPrefix(chunk, searchIndex, firstCharCode) ? eventType = chunk.slice(chunk.charCodeAt(searchIndex + 6) === SPACE ? searchIndex + 7 : searchIndex + 6, lfIndex) || void 0 : parseLine(chunk, searchIndex, lfIndex);
				searchIndex = lfIndex + 1, lfIndex = chunk.indexOf(`
`, searchIndex);
			}
			return chunk.slice(searchIndex);
		}
		for (; searchIndex < chunk.length;) {
			const crIndex = chunk.indexOf("\r", searchIndex), lfIndex = chunk.indexOf(`
`, searchIndex);
			let lineEnd = -1;
			if (crIndex !== -1 && lfIndex !== -1 ? lineEnd = crIndex < lfIndex ? crIndex : lfIndex : crIndex !== -1 ? crIndex === chunk.length - 1 ? lineEnd = -1 : lineEnd = crIndex : lfIndex !== -1 && (lineEnd = lfIndex), lineEnd === -1) break;
			parseLine(chunk, searchIndex, lineEnd), searchIndex = lineEnd + 1, chunk.charCodeAt(searchIndex - 1) === CR && chunk.charCodeAt(searchIndex) === LF && searchIndex++;
		}
		return chunk.slice(searchIndex);
	}
	function parseLine(chunk, start, end) {
		if (start === end) {
			dispatchEvent();
			return;
		}
		const firstCharCode = chunk.charCodeAt(start);
		if (isDataPrefix(chunk, start, firstCharCode)) {
			const valueStart = chunk.charCodeAt(start + 5) === SPACE ? start + 6 : start + 5, value2 = chunk.slice(valueStart, end);
			data = dataLines === 0 ? value2 : `${data}
${value2}`, dataLines++;
			return;
		}
		if (isEventPrefix(chunk, start, firstCharCode)) {
			eventType = chunk.slice(chunk.charCodeAt(start + 6) === SPACE ? start + 7 : start + 6, end) || void 0;
			return;
		}
		if (firstCharCode === 105 && chunk.charCodeAt(start + 1) === 100 && chunk.charCodeAt(start + 2) === 58) {
			const value2 = chunk.slice(chunk.charCodeAt(start + 3) === SPACE ? start + 4 : start + 3, end);
			value2.includes("\0") || (id = value2);
			return;
		}
		if (firstCharCode === 58) {
			if (onComment) {
				const line2 = chunk.slice(start, end);
				onComment(line2.slice(chunk.charCodeAt(start + 1) === SPACE ? 2 : 1));
			}
			return;
		}
		const line = chunk.slice(start, end), fieldSeparatorIndex = line.indexOf(":");
		if (fieldSeparatorIndex === -1) {
			processField(line, "", line);
			return;
		}
		const field = line.slice(0, fieldSeparatorIndex), offset = line.charCodeAt(fieldSeparatorIndex + 1) === SPACE ? 2 : 1;
		processField(field, line.slice(fieldSeparatorIndex + offset), line);
	}
	function processField(field, value, line) {
		switch (field) {
			case "event":
				eventType = value || void 0;
				break;
			case "data":
				data = dataLines === 0 ? value : `${data}
${value}`, dataLines++;
				break;
			case "id":
				value.includes("\0") || (id = value);
				break;
			case "retry":
				/^\d+$/.test(value) ? onRetry(parseInt(value, 10)) : onError(new ParseError(`Invalid \`retry\` value: "${value}"`, {
					type: "invalid-retry",
					value,
					line
				}));
				break;
			default: onError(new ParseError(`Unknown field "${field.length > 20 ? `${field.slice(0, 20)}\u2026` : field}"`, {
				type: "unknown-field",
				field,
				value,
				line
			}));
		}
	}
	function dispatchEvent() {
		dataLines > 0 && onEvent({
			id,
			event: eventType,
			data
		}), id = void 0, data = "", dataLines = 0, eventType = void 0;
	}
	function reset(options = {}) {
		if (options.consume && pendingFragments.length > 0) {
			const incompleteLine = pendingFragments.join("");
			parseLine(incompleteLine, 0, incompleteLine.length);
		}
		isFirstChunk = !0, id = void 0, data = "", dataLines = 0, eventType = void 0, pendingFragments.length = 0, pendingFragmentsLength = 0, terminated = !1;
	}
	return {
		feed,
		reset
	};
}
function isDataPrefix(chunk, i, firstCharCode) {
	return firstCharCode === 100 && chunk.charCodeAt(i + 1) === 97 && chunk.charCodeAt(i + 2) === 116 && chunk.charCodeAt(i + 3) === 97 && chunk.charCodeAt(i + 4) === 58;
}
function isEventPrefix(chunk, i, firstCharCode) {
	return firstCharCode === 101 && chunk.charCodeAt(i + 1) === 118 && chunk.charCodeAt(i + 2) === 101 && chunk.charCodeAt(i + 3) === 110 && chunk.charCodeAt(i + 4) === 116 && chunk.charCodeAt(i + 5) === 58;
}
// src/stream/sse.ts
/**
* Bytes -> server-sent events (WHATWG HTML, section 9.2.6): UTF-8 decoded across reads, one leading BOM dropped, lines
* ended by LF, CR or CRLF. Work is linear in the bytes whatever the length of a line or of a read. Nothing throws.
*/
function sseReader(sink) {
	const decoder = new TextDecoder();
	const lines = unixLines();
	let stamp = {
		tMs: 0,
		lowerMs: 0
	};
	let ended = false;
	let dropped = false;
	let open = "";
	const parser = createParser({
		onEvent: ({ event, data }) => {
			if (ended) dropped = true;
			else sink.onEvent({
				name: event ?? null,
				data,
				stamp
			});
		},
		onComment: () => {
			if (!ended) sink.onComment();
		},
		onError: ({ type }) => {
			if (!ended && type === "unknown-field") sink.onUnknownField();
		}
	});
	parser.feed("");
	function feed(decoded) {
		const text = lines(decoded);
		const last = text.lastIndexOf("\n");
		if (last !== -1) open = text.charAt(last + 1);
		else if (open === "") open = text.charAt(0);
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
			const cut = open !== "" && open !== ":";
			parser.feed("\n\n");
			return cut || dropped;
		}
	};
}
/**
* Every line end as LF, at once: eventsource-parser 3.1.1 keeps a CR at the end of its input until a later line end
* shows up, so that a server which ends lines with CR alone would have events stamped late and its last one lost.
*/
function unixLines() {
	let afterCr = false;
	return (text) => {
		if (text === "") return text;
		const rest = afterCr && text.startsWith("\n") ? text.slice(1) : text;
		afterCr = text.endsWith("\r");
		return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
	};
}
// src/stream/read.ts
/**
* Reads a body as server-sent events into `log`, up to `[DONE]`, the dialect's terminal event, an error, data that
* is not JSON, a limit, or the end of the body; what follows is not accounted. Returns the number of comments.
*/
function readEvents(reads, end, { dialect, limits }, log, warnings) {
	let comments = 0;
	let stopped = false;
	const sse = sseReader({
		onEvent: (event) => {
			if (!stopped) stopped = takeEvent(event, dialect, limits, log);
		},
		onComment: () => {
			if (!stopped) comments += 1;
		},
		onUnknownField: () => {
			if (!stopped) warnings.add("unknown_sse_field");
		}
	});
	let bytes = 0;
	for (const read of reads) {
		bytes += read.bytes.length;
		sse.push(read.bytes, read);
		if (stopped) return comments;
		if (bytes > limits.responseBytes) {
			log.fail({
				kind: "response_too_large",
				message: null,
				code: null,
				tMs: read.tMs
			});
			return comments;
		}
	}
	if (end !== null && sse.end()) warnings.add("unterminated_event");
	return comments;
}
/** Accounts one event. True when nothing after it counts. */
function takeEvent({ name, data, stamp }, dialect, limits, log) {
	const { tMs } = stamp;
	if (log.events.length >= limits.events) {
		log.fail({
			kind: "response_too_large",
			message: null,
			code: null,
			tMs
		});
		return true;
	}
	const trimmed = data.trim();
	if (name === "error") {
		const parsed = parseObject$1(data);
		const detail = parsed === null ? {
			message: trimmed || null,
			code: null
		} : errorDetail(parsed);
		log.fail({
			kind: "stream_error",
			...detail,
			tMs
		});
		log.addBare("error", stamp, name);
		return true;
	}
	if (trimmed === "") {
		log.addBare("blank", stamp, name);
		return false;
	}
	if (trimmed === "[DONE]") {
		log.doneSeen = true;
		log.terminalMs = tMs;
		log.addBare("done", stamp, name);
		return true;
	}
	return takeData(data, stamp, name, dialect, log, false);
}
/** Reads a body that is one JSON answer instead of a stream: a single event at the end of the body. */
function readWhole(body, stamp, dialect, log) {
	if (body.trim() !== "") takeData(body, stamp, null, dialect, log, true);
}
function takeData(data, stamp, name, dialect, log, whole) {
	const { tMs } = stamp;
	const parsed = parseObject$1(data);
	if (parsed === null) {
		log.fail({
			kind: "malformed_event",
			message: null,
			code: null,
			tMs
		});
		log.addBare("malformed", stamp, name);
		return true;
	}
	const reading = dialect.read(parsed, whole);
	if (reading.error !== null) {
		log.fail({
			kind: "stream_error",
			...reading.error,
			tMs
		});
		log.addBare("error", stamp, name);
		return true;
	}
	log.add(reading, stamp, name, whole);
	if (reading.terminal) log.terminalMs = tMs;
	return reading.terminal;
}
// src/stream/status.ts
/** The response was still going on when the evidence ends. */
const PENDING = {
	status: null,
	error: null,
	terminalMs: null
};
/** A verdict without words from the server. */
function verdict(status, kind, terminalMs) {
	return {
		status,
		error: {
			kind,
			message: null,
			code: null
		},
		terminalMs
	};
}
/** The verdict on a status other than 2xx, at the end of its body. */
function refusal$1(status, body, terminalMs) {
	const said = parseObject$1(body);
	const detail = said === null ? {
		message: null,
		code: null
	} : errorDetail(said);
	const [outcome, kind] = refusalKind(status);
	return {
		status: outcome,
		error: {
			kind,
			...detail
		},
		terminalMs
	};
}
function refusalKind(status) {
	if (status === 429 || status === 503) return ["rejected", "overloaded"];
	if (status === 502 || status === 504) return ["error", "gateway"];
	if (status >= 400 && status < 500) return ["rejected", "invalid_request"];
	return ["error", status >= 500 ? "server_error" : "unexpected_status"];
}
/**
* The verdict on the body of a 2xx response, first match wins: a failure told in it, a cut transport, an answer without
* a good finish reason, an empty one, success. With `acceptMissingFinishReason` an answer with output that ended
* properly counts as finished, with a warning.
*/
function bodyVerdict(log, end, { dialect, acceptMissingFinishReason }, warnings) {
	if (log.fault !== null) {
		const { tMs, ...error } = log.fault;
		return {
			status: "error",
			error,
			terminalMs: tMs
		};
	}
	const terminalMs = log.terminalMs ?? end?.tMs ?? null;
	if (terminalMs === null) return PENDING;
	if (log.terminalMs === null && end?.kind === "cut") return verdict("truncated", "connection_aborted", terminalMs);
	if ((log.hasOutput || log.hasChoice && (log.hasFinish || !log.doneSeen)) && !log.isFinished) {
		if (!(acceptMissingFinishReason && log.hasOutput && log.isAnswered)) return verdict("truncated", dialect.sendsDone ? "no_finish_reason" : "no_terminal_event", terminalMs);
		warnings.add("missing_finish_reason_accepted");
	}
	if (!log.hasOutput) return verdict("error", "empty_output", terminalMs);
	return {
		status: "success",
		error: null,
		terminalMs
	};
}
// src/stream/answer.ts
/** Folds one response into its answer. Total: whatever the bytes, there is an answer, and nothing throws. */
function foldAnswer(response, ask) {
	const log = new EventLog(ask.n);
	const warnings = /* @__PURE__ */ new Set();
	const { head, end } = response;
	if (head === null) return toAnswer(head, log, end === null ? PENDING : verdict("error", "connection_reset_before_response", end.tMs), warnings, 0);
	const { comments, ...said } = isSuccess(head.status) ? readBody(head, response, ask, log, warnings) : readRefusal(head, response, ask, log, warnings);
	return toAnswer(head, log, said, warnings, comments);
}
function readBody(head, { reads, end }, ask, log, warnings) {
	const encoding = (head.headers["content-encoding"] ?? "").trim().toLowerCase();
	if (encoding !== "" && encoding !== "identity") return {
		status: "error",
		error: {
			kind: "content_encoding",
			message: encoding,
			code: null
		},
		terminalMs: head.tMs,
		comments: 0
	};
	if (!isJsonType(head)) {
		const comments = readEvents(reads, end, ask, log, warnings);
		const said = bodyVerdict(log, end, ask, warnings);
		if (said.status === "success" && ask.dialect.sendsDone && !log.doneSeen) warnings.add("missing_done");
		return {
			...said,
			comments
		};
	}
	warnings.add("not_streamed");
	const body = wholeBody(reads, ask.limits, log);
	if (body !== null && end?.kind === "clean") readWhole(body, {
		tMs: end.tMs,
		lowerMs: reads.at(-1)?.lowerMs ?? end.tMs
	}, ask.dialect, log);
	return {
		...bodyVerdict(log, end, ask, warnings),
		comments: 0
	};
}
/** Rejections and errors by status: the body only explains. */
function readRefusal(head, { reads, end }, ask, log, warnings) {
	if (!isJsonType(head)) warnings.add("non_json_error_body");
	const body = wholeBody(reads, ask.limits, log);
	if (body === null) return {
		...bodyVerdict(log, end, ask, warnings),
		comments: 0
	};
	return {
		...end === null ? PENDING : refusal$1(head.status, body, end.tMs),
		comments: 0
	};
}
/** The body as text, or null, with a fault in the log, where it is over the limit. */
function wholeBody(reads, limits, log) {
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for (const read of reads) {
		bytes += read.bytes.length;
		if (bytes > limits.responseBytes) {
			log.fail({
				kind: "response_too_large",
				message: null,
				code: null,
				tMs: read.tMs
			});
			return null;
		}
		text += decoder.decode(read.bytes, { stream: true });
	}
	return text + decoder.decode();
}
function toAnswer(head, log, { status, error, terminalMs }, warnings, comments) {
	const choices = log.choices();
	if (Object.values(choices).flatMap(({ toolCalls }) => toolCalls ?? []).some(({ argumentsValidJson }) => !argumentsValidJson)) warnings.add("invalid_tool_arguments");
	const tokens = log.ledger.total();
	if (tokens.disagree) warnings.add("token_count_disagreement");
	const { outputMs, events } = log;
	const gaps = outputMs.slice(1).map((tMs, k) => tMs - (outputMs[k] ?? tMs));
	return {
		status,
		error,
		httpStatus: head?.status ?? null,
		retryAfterS: retryAfter(head?.headers["retry-after"]),
		doneSeen: log.doneSeen,
		choices,
		firstEventMs: events[0]?.tMs ?? null,
		firstOutputMs: outputMs[0] ?? null,
		firstTextMs: log.firstTextMs,
		lastOutputMs: outputMs.at(-1) ?? null,
		outputMs,
		maxOutputGapMs: gaps.length === 0 ? null : gaps.reduce((longest, gap) => Math.max(longest, gap), 0),
		coalescedOutputEvents: gaps.filter((gap) => gap === 0).length,
		terminalMs,
		tokens,
		firstEventTokens: log.ledger.outputTokens[0] ?? null,
		perTokenTiming: timingOf(log, status, warnings),
		usage: log.ledger.usage,
		warnings: [...warnings],
		comments,
		eventCounts: countTags(events),
		events,
		stampWidthMs: log.stampWidthMs
	};
}
function timingOf(log, status, warnings) {
	if (status !== "success") return refuse("not_success");
	if (warnings.has("not_streamed")) return refuse("not_streamed");
	return log.ledger.timing(log.outputMs, log.asked, log.endedInSilence);
}
function countTags(events) {
	const counts = {};
	for (const { tags } of events) for (const tag of tags) counts[tag] = (counts[tag] ?? 0) + 1;
	return counts;
}
function isSuccess(status) {
	return status >= 200 && status < 300;
}
function isJsonType({ headers }) {
	return (headers["content-type"] ?? "").toLowerCase().includes("json");
}
function retryAfter(value) {
	return value !== void 0 && /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : null;
}
// src/stream/chat.ts
/** `/v1/chat/completions`. */
const chat = {
	sendsDone: true,
	read(data, whole) {
		return {
			choices: (asList(data["choices"]) ?? []).flatMap((value, place) => {
				const choice = asObject(value);
				return choice === null ? [] : [choicePiece(choice, place, whole)];
			}),
			usage: asObject(data["usage"]),
			error: streamError(data),
			terminal: false
		};
	}
};
const REASONS = /* @__PURE__ */ new Map([
	["stop", "stop"],
	["eos_token", "stop"],
	["stop_sequence", "stop"],
	["length", "length"],
	["tool_calls", "tool_calls"],
	["function_call", "tool_calls"],
	["content_filter", "content_filter"]
]);
function choicePiece(choice, place, whole) {
	const delta = asObject(choice[whole ? "message" : "delta"]) ?? {};
	return {
		index: asCount(choice["index"]) ?? place,
		hasRole: asText$1(delta["role"]) !== "",
		text: asText$1(delta["content"]),
		reasoning: asText$1(delta["reasoning"]) || asText$1(delta["reasoning_content"]),
		refusal: asText$1(delta["refusal"]),
		tools: toolPieces(delta),
		finish: finishOf(choice["finish_reason"]),
		tokenIds: asList(choice["token_ids"])?.length ?? null,
		logprobs: logprobEntries(asObject(choice["logprobs"]))
	};
}
/** The list under `tool_calls`, or its predecessor, the single `function_call`. */
function toolPieces(delta) {
	const old = asObject(delta["function_call"]);
	return (asList(delta["tool_calls"]) ?? (old === null ? [] : [{ function: old }])).flatMap((value, place) => {
		const call = asObject(value);
		if (call === null) return [];
		const called = asObject(call["function"]) ?? {};
		return {
			index: asCount(call["index"]) ?? place,
			id: asText$1(call["id"]),
			name: asText$1(called["name"]),
			arguments: asText$1(called["arguments"])
		};
	});
}
function finishOf(value) {
	if (value === null || value === void 0 || value === "") return null;
	const raw = typeof value === "string" ? value : "(not text)";
	return {
		raw,
		reason: REASONS.get(raw) ?? null
	};
}
function logprobEntries(logprobs) {
	const content = asList(logprobs?.["content"]);
	const refusal = asList(logprobs?.["refusal"]);
	return content === null && refusal === null ? null : (content?.length ?? 0) + (refusal?.length ?? 0);
}
// src/stream/text-size.ts
/**
* Counts code points, so a surrogate pair is one character. A surrogate without its partner counts as one, and as the
* three bytes of the replacement character that UTF-8 writes for it.
*/
function textSize(text) {
	let characters = 0;
	let bytes = 0;
	for (let k = 0; k < text.length; k += 1) {
		const point = text.codePointAt(k) ?? 0;
		characters += 1;
		if (point > 65535) {
			bytes += 4;
			k += 1;
		} else bytes += point < 128 ? 1 : point < 2048 ? 2 : 3;
	}
	return {
		characters,
		bytes
	};
}
/** The first `limit` UTF-16 units of a text, one fewer where that would split a surrogate pair. */
function cutText(text, limit) {
	if (text.length <= limit) return text;
	const splitsPair = (text.codePointAt(limit - 1) ?? 0) > 65535;
	return text.slice(0, splitsPair ? limit - 1 : limit);
}
// src/stream/record.ts
/**
* Folds one offered request's frames into its record: exactly one outcome, whatever the frames. Total and pure; nothing
* throws.
*
* What the answer itself settles by its deadline (`[DONE]`, an error, its end) stands, even when the gate gave up later;
* what it settles after the deadline is `timeout`, since a late answer doesn't undo it. Otherwise the
* way it stopped decides: a deadline is `timeout`, the end of the drain `cancelled`, and what was received until then
* stays in the record. Frames that stop without anything terminal come from a raw file that was cut: outcome
* `cancelled`, error kind `evidence_cut`, `terminalMs` null. Without a `called` frame the request is `not_sent`.
*
* The server's error message is kept up to 500 characters. `outputCharacters` are Unicode code points and `outputBytes`
* UTF-8 bytes of all generated text of all choices: answer, reasoning, refusal and tool arguments.
*/
function foldRecord(input) {
	const { request, windowMs, timeoutMs, acceptMissingFinishReason, limits } = input;
	const story = tell(input.frames);
	const answer = foldAnswer(story, {
		dialect: chat,
		n: choicesAsked(request),
		acceptMissingFinishReason,
		limits
	});
	const first = answer.choices["0"];
	const size = outputSize(answer);
	const { count, source, prompt, cachedPrompt, reasoning } = answer.tokens;
	return {
		index: request.index,
		id: request.id,
		class: request.class,
		phase: phaseOf(request.dueMs, windowMs),
		...fateOf(story, answer, request.dueMs + timeoutMs),
		httpStatus: answer.httpStatus,
		dueMs: request.dueMs,
		calledMs: story.calledMs,
		sentMs: story.sentMs,
		acceptedMs: story.head?.tMs ?? null,
		firstOutputMs: answer.firstOutputMs,
		firstVisibleMs: answer.firstTextMs,
		lastOutputMs: answer.lastOutputMs,
		outputMs: answer.outputMs,
		stampWidthMs: answer.stampWidthMs,
		finishReason: first?.finishReason ?? null,
		tokens: {
			count,
			source,
			prompt,
			cachedPrompt,
			reasoning,
			firstEvent: answer.firstEventTokens
		},
		perToken: {
			basis: answer.perTokenTiming.basis,
			reason: answer.perTokenTiming.reason
		},
		outputCharacters: size.characters,
		outputBytes: size.bytes,
		text: first?.text ?? "",
		warnings: answer.warnings
	};
}
function tell(frames) {
	const reads = [];
	const story = {
		calledMs: null,
		sentMs: null,
		head: null,
		reads,
		end: null,
		stop: null
	};
	for (const frame of frames) if (frame.kind === "called") story.calledMs ??= frame.tMs;
	else if (story.calledMs === null) continue;
	else if (frame.kind === "sent") story.sentMs ??= frame.tMs;
	else if (frame.kind === "head") story.head ??= frame;
	else if (frame.kind === "data") reads.push(frame);
	else {
		story.stop = frame;
		break;
	}
	const { stop } = story;
	if (stop?.kind === "end") story.end = {
		kind: "clean",
		tMs: stop.tMs
	};
	if (stop?.kind === "error") story.end = {
		kind: "cut",
		tMs: stop.tMs
	};
	return story;
}
/**
* Outcomes that the way of stopping decides, where the answer settled nothing. An end and an error settle every answer;
* they stand here so that no request with a terminal frame is ever taken for one whose evidence was cut.
*/
const STOPPED = {
	end: ["truncated", "no_finish_reason"],
	error: ["truncated", "connection_aborted"],
	deadline: ["timeout", "deadline"],
	cancelled: ["cancelled", "cancelled"],
	too_large: ["error", "response_too_large"]
};
function fateOf({ calledMs, stop }, answer, deadlineMs) {
	if (calledMs === null) return fate("not_sent", "not_sent", null);
	if (answer.terminalMs !== null && answer.terminalMs > deadlineMs) return fate("timeout", "deadline", deadlineMs);
	if (answer.status !== null) return {
		outcome: answer.status,
		error: errorOf(answer, stop),
		terminalMs: answer.terminalMs
	};
	return stop === null ? fate("cancelled", "evidence_cut", null) : fate(...STOPPED[stop.kind], stop.tMs);
}
function fate(outcome, kind, terminalMs) {
	return {
		outcome,
		error: {
			kind,
			message: null,
			code: null
		},
		terminalMs
	};
}
/** Codes with which no connection was ever made. */
const CONNECT_CODES = /* @__PURE__ */ new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"EADDRNOTAVAIL",
	"EMFILE",
	"ENFILE",
	"ETIMEDOUT",
	"UND_ERR_CONNECT_TIMEOUT"
]);
const MESSAGE_LIMIT = 500;
/** The answer's error; where the transport failed, in the transport's words, for the server had none. */
function errorOf({ error }, stop) {
	if (error === null) return null;
	const { kind, message, code } = error;
	if ((kind === "connection_aborted" || kind === "connection_reset_before_response") && stop?.kind === "error") return capped(kind === "connection_reset_before_response" && CONNECT_CODES.has(stop.code) ? "connect_failed" : kind, stop.message || null, stop.code || null);
	return capped(kind, message, code === null ? null : String(code));
}
function capped(kind, message, code) {
	const cap = (text) => text === null ? null : cutText(text, MESSAGE_LIMIT);
	return {
		kind,
		message: cap(message),
		code: cap(code)
	};
}
/** The request's own `n`; 1 where it has none. */
function choicesAsked({ params }) {
	const n = params["n"];
	return typeof n === "number" && Number.isSafeInteger(n) && n > 0 ? n : 1;
}
function outputSize(answer) {
	const size = {
		characters: 0,
		bytes: 0
	};
	for (const { text, reasoning = "", refusal = "", toolCalls = [] } of Object.values(answer.choices)) for (const part of [
		text,
		reasoning,
		refusal,
		...toolCalls.map((call) => call.arguments)
	]) {
		const { characters, bytes } = textSize(part);
		size.characters += characters;
		size.bytes += bytes;
	}
	return size;
}
// src/stream/stamps.ts
/** libuv takes this many ready sockets per poll and, finding its list full, polls again within the iteration. */
const FULL_POLL_READS = 1024;
/** From the return of a poll to the clock in its first callback: scanning hundreds of ready sockets takes this long. */
const POLL_SCAN_MS = .3;
/**
* Resolves recorded reads to intervals (client I/O, section 1, mechanism 3). `reads` are in recorded order; row k of
* `iterations` is iteration k, undefined where a cut file lost it. One interval per read, in the same order.
*
* - Upper end: a stream's first read in an iteration was readable when the poll returned, so `tBatchMs`. Its later ones,
*   and every read of an iteration with 1024 or more, may have come after that poll: their own callback time.
* - Lower end: upper minus the time since the previous recorded poll that the loop was not idle. What arrives while the
*   callbacks of one iteration run is only seen at the next poll, so their time counts; while the loop was idle, an
*   arrival would have woken it.
* - The first recorded iteration has none before it to measure from, so its poll counts as instantaneous: the lower end
*   is its `tBatchMs`, never after the upper end.
* - A read whose row is lost: its own callback time, and back to the previous recorded poll where there is one, idle or
*   not; without one the width is 0.
*
* libuv counts a late wake-up as idle, so the width misses the client's own scheduling delay. Order markers (mechanism
* 4) would narrow both ends here, after the interval of mechanism 3 is known.
*/
function resolveStamps(reads, iterations) {
	const lastIteration = /* @__PURE__ */ new Map();
	const previous = previousRows(iterations);
	return reads.map(({ iteration, tMs, stream }) => {
		const isFirst = lastIteration.get(stream) !== iteration;
		lastIteration.set(stream, iteration);
		const row = iterations[iteration];
		const before = previous[Math.min(iteration, iterations.length)];
		const pollMs = before === void 0 ? void 0 : before.tBatchMs - POLL_SCAN_MS;
		if (row === void 0) return {
			upperMs: tMs,
			lowerMs: Math.min(tMs, pollMs ?? tMs)
		};
		const upperMs = isFirst && row.reads < FULL_POLL_READS ? row.tBatchMs : tMs;
		if (before === void 0 || pollMs === void 0) return {
			upperMs,
			lowerMs: Math.min(upperMs, row.tBatchMs)
		};
		const busyMs = upperMs - pollMs - (row.idleAtBatchMs - before.idleAtBatchMs);
		return {
			upperMs,
			lowerMs: upperMs - Math.max(0, busyMs)
		};
	});
}
/** For each iteration, and for the one after the last, the nearest recorded row before it. */
function previousRows(iterations) {
	let last;
	const previous = [];
	for (const row of iterations) {
		previous.push(last);
		last = row ?? last;
	}
	previous.push(last);
	return previous;
}
// src/bundle/reparse.ts
/**
* The only way records are made: from the stamped entries of one run. One record for each offered request, in trace
* order, whatever is missing; pure, so that anyone gets the same bytes from the same file.
*/
function recordsFromRaw(raw, requests, plan) {
	const reads = raw.entries.filter((entry) => entry.kind === KIND.data);
	const rows = iterationTable(raw.entries);
	const stamps = resolveStamps(reads.map((entry) => ({
		iteration: entry.iteration,
		tMs: entry.tMs,
		stream: entry.request
	})), rows);
	const frames = framesByRequest(raw.entries, stamps, requests.length);
	const records = requests.map((request) => foldRecord({
		request,
		frames: frames[request.index] ?? [],
		windowMs: plan.workload.windowMs,
		timeoutMs: plan.request.timeoutMs,
		acceptMissingFinishReason: plan.request.acceptMissingFinishReason,
		limits: plan.limits
	}));
	const lags = records.flatMap((record) => record.sentMs === null ? [] : [record.sentMs - record.dueMs]);
	return {
		records,
		jsonl: { [Symbol.iterator]: () => linesOf(records) },
		scheduleLagMs: spread$1(lags),
		stampUncertaintyMs: spread$1(stamps.map((stamp) => stamp.upperMs - stamp.lowerMs)),
		reads: reads.length,
		iterations: rows.filter((row) => row !== void 0).length,
		largestIteration: rows.reduce((most, row) => Math.max(most, row?.reads ?? 0), 0),
		secondReadShare: secondReadShare(reads)
	};
}
function* linesOf(records) {
	for (const record of records) yield `${JSON.stringify(record)}\n`;
}
function iterationTable(entries) {
	const readsIn = /* @__PURE__ */ new Map();
	const rows = [];
	for (const entry of entries) {
		if (entry.kind === KIND.data) readsIn.set(entry.iteration, (readsIn.get(entry.iteration) ?? 0) + 1);
		if (entry.kind !== KIND.iteration) continue;
		const [idleAtBatchMs = 0, idleAtEndMs = 0] = idleTimes(entry.payload);
		while (rows.length < entry.iteration) rows.push(void 0);
		rows[entry.iteration] = {
			tBatchMs: entry.number,
			tEndMs: entry.tMs,
			idleAtBatchMs,
			idleAtEndMs,
			reads: readsIn.get(entry.iteration) ?? 0
		};
	}
	return rows;
}
function framesByRequest(entries, stamps, count) {
	const frames = Array.from({ length: count }, () => []);
	let read = 0;
	for (const entry of entries) {
		const frame = toFrame(entry, entry.kind === KIND.data ? stamps[read++] : void 0);
		if (frame !== null && entry.request !== 4294967295) frames[entry.request]?.push(frame);
	}
	return frames;
}
function toFrame(entry, stamp) {
	const { tMs } = entry;
	switch (entry.kind) {
		case KIND.called: return {
			kind: "called",
			tMs,
			dueMs: entry.number
		};
		case KIND.sent: return {
			kind: "sent",
			tMs
		};
		case KIND.head: return {
			kind: "head",
			tMs,
			status: entry.number,
			headers: textHeaders(parsePayload(entry))
		};
		case KIND.data: return {
			kind: "data",
			tMs: stamp?.upperMs ?? tMs,
			lowerMs: stamp?.lowerMs ?? tMs,
			bytes: entry.payload
		};
		case KIND.end: return {
			kind: "end",
			tMs
		};
		case KIND.error: {
			const { code, message } = parsePayload(entry);
			return {
				kind: "error",
				tMs,
				code: String(code ?? ""),
				message: String(message ?? "")
			};
		}
		case KIND.deadline: return {
			kind: "deadline",
			tMs
		};
		case KIND.tooLarge: return {
			kind: "too_large",
			tMs
		};
		case KIND.cancelled: return {
			kind: "cancelled",
			tMs
		};
		default: return null;
	}
}
/** A payload the gate wrote as a JSON object; anything else reads as empty. */
function parsePayload(entry) {
	try {
		const value = JSON.parse(new TextDecoder().decode(entry.payload));
		return typeof value === "object" && value !== null ? value : {};
	} catch {
		return {};
	}
}
function textHeaders(headers) {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : String(value)]));
}
const P50$1 = {
	num: 50,
	den: 100
};
const P99$1 = {
	num: 99,
	den: 100
};
function spread$1(values) {
	if (values.length === 0) return null;
	const sample = sorted(values);
	return {
		p50: nearestRank(sample, P50$1),
		p99: nearestRank(sample, P99$1),
		max: sample[sample.length - 1] ?? 0
	};
}
/** Share of reads that came as a stream's second or later within one loop iteration: above 1 % the generator is full. */
function secondReadShare(reads) {
	const last = /* @__PURE__ */ new Map();
	let second = 0;
	for (const { request, iteration } of reads) {
		if (last.get(request) === iteration) second += 1;
		last.set(request, iteration);
	}
	return reads.length === 0 ? 0 : second / reads.length;
}
// src/bundle/read.ts
const RUN_FOLDER = /^\d\d-(?:baseline|candidate)$/;
/**
* Reads a bundle as evidence. A bundle that is none (no folder, no readable `plan.json` or trace) is a `ProblemError`;
* evidence that is missing, cut or changed since it was written is said in `problems` of its run, so that judging it
* gives INVALID and never something better. What concerns no single run (`plan.json`, a run that can't be read) is said
* in those of the first. A missing derived file is no problem.
*/
function readBundle(folder, options = {}) {
	const session = readSession(folder);
	const trace = readBundledTrace(folder, session);
	const { sums, problems } = options.known === void 0 ? readSums(folder) : {
		sums: options.known,
		problems: []
	};
	const bundle = {
		folder,
		session,
		trace,
		options,
		differing: []
	};
	if (trace.sha256 !== session.plan.workload.sha256) problems.push("trace.jsonl is not the trace the plan names");
	const runs = [];
	for (const name of runFolders(folder)) {
		const run = readRun(folder, name, sums);
		if (run.ok) runs.push(readEvidence(bundle, run.value));
		else problems.push(`runs/${name}/run.json ${run.fault}`);
	}
	const isChecked = (name) => options.reparse !== true || !name.endsWith("/requests.jsonl");
	for (const [name, change] of changesSince(folder, sums ?? /* @__PURE__ */ new Map(), isChecked)) add(runs.find(({ run }) => name.startsWith(`${placeOf(run)}/`))?.problems ?? problems, change);
	for (const problem of problems) add(runs[0]?.problems ?? [], problem);
	return {
		evidence: {
			session,
			trace,
			runs
		},
		differing: bundle.differing
	};
}
function add(problems, problem) {
	if (!problems.includes(problem)) problems.push(problem);
}
/** Path of a run inside the bundle. */
function placeOf(run) {
	return `runs/${runFolder(run.number, run.arm)}`;
}
function runFolders(folder) {
	return entriesOf(join(folder, "runs")).filter((entry) => entry.isDirectory() && RUN_FOLDER.test(entry.name)).map((entry) => entry.name).sort();
}
function readRun(folder, name, sums) {
	const file = `runs/${name}/run.json`;
	if (sums !== null && !sums.has(file)) return {
		ok: false,
		fault: "is not among the files of the session"
	};
	const got = readJson(join(folder, file));
	if (!got.ok) return got;
	const result = runSchema.safeParse(got.value);
	if (!result.success) {
		const [issue] = result.error.issues;
		return {
			ok: false,
			fault: `is not that of a run: ${issue?.path.join(".")}: ${issue?.message}`
		};
	}
	const run = result.data;
	return runFolder(run.number, run.arm) === name ? {
		ok: true,
		value: run
	} : {
		ok: false,
		fault: `is that of run ${run.number}, ${run.arm}`
	};
}
function readEvidence(bundle, run) {
	const { folder, trace, options } = bundle;
	const problems = [];
	const at = placeOf(run);
	const requests = `${at}/requests.jsonl`;
	const path = join(folder, requests);
	const rawFault = plainFault(join(folder, at, "raw.bin"), RAW_LIMIT_BYTES);
	const wasReplayed = rawFault !== "is missing" || run.phases.replayMs !== null;
	const isRawNeeded = options.reparse === true && wasReplayed;
	if (rawFault !== null && (rawFault !== "is missing" || isRawNeeded)) problems.push(`${at}/raw.bin ${rawFault}`);
	const expected = trace.requests.length;
	if (isRawNeeded && rawFault === null) return {
		run,
		records: readRecords(reparse(bundle, run, problems), requests, expected, problems),
		problems
	};
	if (plainFault(path, Number.POSITIVE_INFINITY) === "is missing") {
		if (wasReplayed) problems.push(`${requests} ${MISSING}`);
		return {
			run,
			records: [],
			problems
		};
	}
	return {
		run,
		records: readRecords((use) => forEachLine(path, use), requests, expected, problems),
		problems
	};
}
/** The lines of `requests.jsonl` made anew; the file itself is written where it is missing, or may be replaced. */
function reparse({ folder, session, trace, options, differing }, run, problems) {
	const file = `${placeOf(run)}/requests.jsonl`;
	const raw = readRawFile(join(folder, placeOf(run), "raw.bin"));
	if (raw.problem !== null) problems.push(`${placeOf(run)}: ${raw.problem}`);
	const { jsonl } = recordsFromRaw(raw, trace.requests, session.plan);
	const onDisk = sha256OfFile$1(join(folder, file));
	const isSame = onDisk.ok && onDisk.value === sha256Of(jsonl);
	if (!onDisk.ok && onDisk.fault === "is missing" || !isSame && options.write === true) writeDerived(join(folder, file), jsonl);
	else if (!isSame) differing.push(file);
	return (use) => {
		for (const line of jsonl) if (!use(line.slice(0, -1))) break;
		return null;
	};
}
function sha256Of(pieces) {
	const hash = createHash("sha256");
	for (const piece of pieces) hash.update(piece);
	return hash.digest("hex");
}
/** `plan.json`; numbers that no plan may hold are refused as in a plan. */
function readSession(folder) {
	const got = readJson(join(folder, "plan.json"));
	if (!got.ok) throw new ProblemError([notABundle(folder, "plan.json", got.fault)]);
	const result = sessionSchema.safeParse(got.value);
	if (!result.success) throw new ProblemError(result.error.issues.map(({ path, message }) => ({
		...notABundle(folder, "plan.json", message),
		field: path.join(".")
	})));
	const { looks, confidence } = result.data.plan.comparison;
	const fault = looksFault(looks) ?? confidenceFault(looks, confidence);
	if (fault === void 0) return result.data;
	throw new ProblemError([{
		...notABundle(folder, "plan.json", fault.message),
		field: "plan.comparison"
	}]);
}
function readBundledTrace(folder, session) {
	const got = readPlain(join(folder, "trace.jsonl"), RAW_LIMIT_BYTES);
	if (!got.ok) throw new ProblemError([notABundle(folder, "trace.jsonl", got.fault)]);
	const reading = readTrace({
		file: join(folder, "trace.jsonl"),
		bytes: got.value
	});
	if (!reading.ok) throw new ProblemError(reading.problems);
	return {
		...reading.value,
		file: session.plan.workload.trace
	};
}
function readJson(path) {
	const got = readPlain(path);
	if (!got.ok) return got;
	try {
		return {
			ok: true,
			value: JSON.parse(got.value.toString("utf8"))
		};
	} catch {
		return {
			ok: false,
			fault: "is not JSON"
		};
	}
}
function notABundle(folder, file, message) {
	return {
		file: join(folder, file),
		message,
		expected: "a bundle as `goodput-gate run` writes it",
		remedy: "give the folder that holds plan.json, trace.jsonl and runs/"
	};
}
// src/stats/series.ts
/** Plain summaries of a series of numbers. */
/** Arithmetic mean of at least one value. */
function mean(values) {
	if (values.length === 0) throw new RangeError("an empty series has no mean");
	let sum = 0;
	for (const value of values) sum += value;
	return sum / values.length;
}
/** Standard deviation with n - 1 in the denominator, of at least two values. */
function sampleSd(values) {
	if (values.length < 2) throw new RangeError(`a standard deviation needs two values, not ${values.length}`);
	const centre = mean(values);
	let squares = 0;
	for (const value of values) squares += (value - centre) * (value - centre);
	return Math.sqrt(squares / (values.length - 1));
}
/** Coefficient of variation: sample standard deviation over mean. 1 for the gaps of Poisson arrivals. */
function coefficientOfVariation(values) {
	return sampleSd(values) / mean(values);
}
/** Nearest-rank median: always one of the values, the lower of the middle two. */
function median(values) {
	return nearestRank(sorted(values), {
		num: 1,
		den: 2
	});
}
/** Differences of neighbours: n - 1 gaps for n values. */
function gaps(values) {
	return values.slice(1).map((value, i) => value - at$1(values, i));
}
// src/measure/percentiles.ts
/** A percentile is printed from the n on at which its one-sided bound at this confidence exists (section 3.4). */
const CONFIDENCE = .95;
const P50 = withMinN({
	num: 50,
	den: 100
});
const P90 = withMinN({
	num: 90,
	den: 100
});
const P95$1 = withMinN({
	num: 95,
	den: 100
});
const P99 = withMinN({
	num: 99,
	den: 100
});
/** @param without requests (for gaps: answers) of the same population that have no value */
function percentiles(values, without) {
	const sample = sorted(values);
	const n = sample.length;
	const rank = ({ p, minN }) => n < minN ? null : nearestRank(sample, p);
	return {
		n,
		without,
		p50: rank(P50),
		p90: rank(P90),
		p95: rank(P95$1),
		p99: rank(P99),
		max: sample[n - 1] ?? null
	};
}
function withMinN(p) {
	return {
		p,
		minN: upperRankMinN(p, CONFIDENCE)
	};
}
// src/measure/wallclock.ts
/**
* Rates over the window [0, windowMs) from all records of a run, lead-in and lead-out included. A token rate is null as
* soon as one answer that belongs to it has an unknown count: an undercount would look like a result.
*/
function wallClock(records, windowMs) {
	const windowS = windowMs / 1e3;
	const inside = (ms) => ms !== null && ms >= 0 && ms < windowMs;
	const completed = records.filter((record) => record.outcome === "success" && inside(record.terminalMs));
	const outputTokens = sumOrNull(records.map((record) => tokensInside(record, inside)));
	const inputTokens = sumOrNull(records.filter((record) => inside(record.firstOutputMs)).map((record) => record.tokens.prompt));
	return {
		outputTokensPerS: outputTokens === null ? null : outputTokens / windowS,
		inputTokensPerS: inputTokens === null ? null : inputTokens / windowS,
		completedPerS: completed.length / windowS,
		outstandingAtStart: outstanding$1(records, 0),
		outstandingAtEnd: outstanding$1(records, windowMs)
	};
}
/**
* Output tokens of one answer inside the window: the first event holds the tokens it is known to hold, the rest is
* spread evenly over the other events, at their times.
*/
function tokensInside(record, inside) {
	const events = record.outputMs.length;
	const insideEvents = record.outputMs.filter(inside).length;
	if (insideEvents === 0) return 0;
	const { count, firstEvent } = record.tokens;
	if (count === null) return null;
	if (firstEvent === null || firstEvent > count || events === 1) return count * insideEvents / events;
	const firstInside = inside(record.outputMs[0] ?? NaN) ? 1 : 0;
	const perLaterEvent = (count - firstEvent) / (events - 1);
	return firstInside * firstEvent + (insideEvents - firstInside) * perLaterEvent;
}
/** Requests sent before `atMs` whose outcome was not yet known then. */
function outstanding$1(records, atMs) {
	return records.filter(({ sentMs, terminalMs }) => sentMs !== null && sentMs < atMs && (terminalMs === null || terminalMs >= atMs)).length;
}
function sumOrNull(values) {
	return values.reduce((sum, value) => sum === null || value === null ? null : sum + value, 0);
}
// src/measure/cohort.ts
/** One run's figures over its arrival cohort. */
/** @param offered every request of the trace, in its order */
function runFigures(run, offered, { windowMs, scheduleLagMs }) {
	const cohort = offered.filter((one) => one.phase === "cohort");
	const judged = cohort.filter((one) => one.slo !== null);
	const qualified = judged.filter((one) => one.misses.length === 0).length;
	return {
		number: run.number,
		arm: run.arm,
		pair: run.pair,
		end: run.end,
		offered: judged.length,
		outcomes: tally(OUTCOMES, judged.flatMap(({ record }) => record === null ? [] : [record.outcome])),
		qualified,
		misses: tally(MISSES, judged.flatMap((one) => one.misses)),
		attainment: judged.length === 0 ? null : qualified / judged.length,
		goodputRps: qualified * 1e3 / windowMs,
		latencies: latencies(judged),
		wallClock: wallClock(offered.flatMap(({ record }) => record ?? []), windowMs),
		outputTokens: outputTokens(judged),
		outputCharacters: successes(judged).reduce((sum, { record }) => sum + record.outputCharacters, 0),
		lag: lag(cohort, scheduleLagMs),
		stampUncertaintyMs: run.health?.stampUncertaintyMs?.p50 ?? null
	};
}
/** A percentile of a failed request's latency would be a figure of the failure, so only successes have values. */
function latencies(judged) {
	const measured = successes(judged);
	const of = (latency) => {
		const values = measured.flatMap(({ figures }) => valuesOf$3(figures, latency));
		const having = measured.filter(({ figures }) => valuesOf$3(figures, latency).length > 0).length;
		return percentiles(values, judged.length - having);
	};
	return Object.fromEntries(LATENCIES.map((latency) => [latency, of(latency)]));
}
function valuesOf$3(figures, latency) {
	if (latency === "itlMs") return figures.itl.gapsMs ?? [];
	const value = latencyOf(figures, latency);
	return value === null ? [] : [value];
}
/** One request's value of a latency that has one value a request, ms. */
function latencyOf(figures, latency) {
	switch (latency) {
		case "ttftSentMs": return figures.sent.ttftMs.value;
		case "e2eSentMs": return figures.sent.e2eMs.value;
		case "tpotMs":
		case "maxGapMs": return figures[latency].value;
		default: return figures.due[latency].value;
	}
}
/** Tokens of the successful answers; null as soon as one of them has an unknown count. */
function outputTokens(judged) {
	let sum = 0;
	for (const { record } of successes(judged)) {
		if (record.tokens.count === null) return null;
		sum += record.tokens.count;
	}
	return sum;
}
function lag(cohort, lateMs) {
	const lags = cohort.flatMap(({ figures }) => figures?.lagMs.value ?? []);
	const late = lags.filter((ms) => ms > lateMs).length;
	const { p50, p99, max } = percentiles(lags, cohort.length - lags.length);
	return {
		p50Ms: p50,
		p99Ms: p99,
		maxMs: max,
		lateShare: cohort.length === 0 ? 0 : late / cohort.length
	};
}
function successes(judged) {
	return judged.filter((one) => one.record?.outcome === "success" && one.figures !== null);
}
/** How often each of `keys` was found; 0 where it was not. */
function tally(keys, found) {
	const counts = Object.fromEntries(keys.map((key) => [key, 0]));
	for (const key of found) counts[key] += 1;
	return counts;
}
// src/measure/arms.ts
/** One arm over its judged runs: counts are summed, rates averaged, percentiles of runs joined by their geometric mean. */
/** Figures of one arm; values of different runs are never pooled into one percentile (section 4.2). */
function armFigures(runs) {
	const figures = runs.map((run) => run.figures);
	const offered = sum(figures.map((run) => run.offered));
	const qualified = sum(figures.map((run) => run.qualified));
	return {
		runs: figures.map((run) => run.number),
		offered,
		outcomes: summed(OUTCOMES, figures.map((run) => run.outcomes)),
		qualified,
		misses: summed(MISSES, figures.map((run) => run.misses)),
		attainment: offered === 0 ? null : qualified / offered,
		goodputRps: meanOrNull(figures.map((run) => run.goodputRps)),
		latencies: Object.fromEntries(LATENCIES.map((latency) => [latency, joined(figures.map((run) => run.latencies[latency]))])),
		wallClock: {
			outputTokensPerS: meanOrNull(figures.map((run) => run.wallClock.outputTokensPerS)),
			inputTokensPerS: meanOrNull(figures.map((run) => run.wallClock.inputTokensPerS)),
			completedPerS: meanOrNull(figures.map((run) => run.wallClock.completedPerS))
		},
		classes: classes$1(runs)
	};
}
/** Geometric mean of each percentile over the runs, null where a run lacks it; `max` is the largest of all runs. */
function joined(runs) {
	const join = (key) => geometricMean$1(runs.map((run) => run[key]));
	const largest = runs.flatMap((run) => run.max ?? []);
	return {
		n: sum(runs.map((run) => run.n)),
		without: sum(runs.map((run) => run.without)),
		p50: join("p50"),
		p90: join("p90"),
		p95: join("p95"),
		p99: join("p99"),
		max: largest.length === 0 ? null : largest.reduce((max, value) => Math.max(max, value))
	};
}
function classes$1(runs) {
	const counts = /* @__PURE__ */ new Map();
	for (const { offered } of runs) for (const one of offered) {
		if (one.phase !== "cohort" || one.slo === null) continue;
		const count = counts.get(one.request.class) ?? {
			class: one.request.class,
			offered: 0,
			qualified: 0
		};
		count.offered += 1;
		if (one.misses.length === 0) count.qualified += 1;
		counts.set(one.request.class, count);
	}
	return [...counts.values()].sort((a, b) => a.class < b.class ? -1 : 1);
}
function geometricMean$1(values) {
	const known = values.filter((value) => value !== null);
	if (known.length === 0 || known.length < values.length || known.some((value) => value < 0)) return null;
	return known.includes(0) ? 0 : Math.exp(mean(known.map((value) => Math.log(value))));
}
function meanOrNull(values) {
	const known = values.filter((value) => value !== null);
	return known.length === 0 || known.length < values.length ? null : mean(known);
}
function summed(keys, counts) {
	const total = tally(keys, []);
	for (const key of keys) total[key] = sum(counts.map((count) => count[key]));
	return total;
}
function sum(values) {
	return values.reduce((total, value) => total + value, 0);
}
// src/measure/credit.ts
/**
* The record as it is judged. A count above the request's `max_tokens` can't be true, since the server was told to stop
* there: the number of tokens is then unknown, and so is everything per token. Counts of different sources that differ
* below that limit stay (an end-of-sequence token is in one and not in the other); `requests.jsonl` keeps the claim.
*/
function credited(record, { maxTokens }) {
	const { count } = record.tokens;
	if (count === null || count <= maxTokens) return record;
	return {
		...record,
		tokens: {
			...record.tokens,
			count: null,
			source: "none",
			firstEvent: null
		},
		perToken: {
			basis: null,
			reason: "count_above_max_tokens"
		}
	};
}
// src/measure/request.ts
/** An answer of exactly one output token, known count, has no pace: the objective counts as met. */
const NOT_APPLICABLE = "not applicable: exactly one output token";
/** Longest text that may be one token, in characters: only runs of blanks and dashes make longer tokens. */
const LONGEST_TOKEN = 64;
/** Figures of one record, in ms; a figure that the evidence doesn't hold is null with its reason, never 0. */
function requestFigures(record) {
	return {
		lagMs: span$1(record.dueMs, record.sentMs, "not sent"),
		due: clockFigures(record, record.dueMs),
		sent: clockFigures(record, record.sentMs),
		tpotMs: tpot(record),
		maxGapMs: maxGap(record),
		itl: interTokenGaps(record)
	};
}
function clockFigures(record, startMs) {
	return {
		ttftMs: span$1(startMs, record.firstOutputMs, "no output"),
		firstVisibleMs: span$1(startMs, record.firstVisibleMs, "no visible output"),
		lastTokenMs: span$1(startMs, record.lastOutputMs, "no output"),
		e2eMs: span$1(startMs, record.terminalMs, "no end")
	};
}
function tpot(record) {
	const { count, firstEvent } = record.tokens;
	if (isOneToken(record)) return none(NOT_APPLICABLE);
	if (count === null) return none("the number of output tokens is unknown");
	const outputSpan = spanOf(record);
	if (outputSpan.value === null) return outputSpan;
	const divisor = count - Math.max(1, firstEvent ?? 1);
	if (divisor < 1) return none(`a count of ${count} leaves no token after the first event`);
	return {
		value: outputSpan.value / divisor,
		reason: null
	};
}
function maxGap(record) {
	if (isOneToken(record)) return none(NOT_APPLICABLE);
	const outputSpan = spanOf(record);
	if (outputSpan.value === null) return outputSpan;
	return {
		value: gaps(record.outputMs).reduce((max, gap) => Math.max(max, gap), 0),
		reason: null
	};
}
/** A count of one is only a claim: what came in several events, or is too long for a token, has more of them. */
function isOneToken({ tokens, outputMs, outputCharacters }) {
	return tokens.count === 1 && outputMs.length === 1 && outputCharacters <= LONGEST_TOKEN;
}
/** First to last output; none where everything came at one moment, in however many events. */
function spanOf({ outputMs }) {
	const first = outputMs[0];
	const last = outputMs.at(-1);
	if (first === void 0 || last === void 0) return none("no output");
	if (outputMs.length < 2) return none("the whole answer came in one event");
	return last > first ? {
		value: last - first,
		reason: null
	} : none("the whole answer came at one moment");
}
function interTokenGaps(record) {
	if (isOneToken(record)) return {
		gapsMs: null,
		reason: NOT_APPLICABLE
	};
	if (record.outputMs.length < 2) return {
		gapsMs: null,
		reason: "fewer than two output events"
	};
	if (record.perToken.basis === null) return {
		gapsMs: null,
		reason: record.perToken.reason ?? "the tokens of an event are unknown"
	};
	return {
		gapsMs: gaps(record.outputMs),
		reason: null
	};
}
function span$1(fromMs, toMs, missing) {
	if (fromMs === null) return none("not sent");
	return toMs === null ? none(missing) : {
		value: toMs - fromMs,
		reason: null
	};
}
function none(reason) {
	return {
		value: null,
		reason
	};
}
// src/trace/cohort.ts
/** The requests whose outcomes are judged: due inside the declared window, in file order. */
function cohortOf$1(trace, windowMs) {
	return trace.requests.filter((request) => phaseOf(request.dueMs, windowMs) === "cohort");
}
// src/plan/match.ts
/** Whether an SLO entry is about requests of this class. */
function matchesClass(slo, className) {
	return slo.classes === null || slo.classes.includes(className);
}
/** The cohort's requests that belong to an SLO with objectives. */
function judgedRequests(plan, trace) {
	const deciding = plan.slo.filter((slo) => slo.objectives !== null);
	return cohortOf$1(trace, plan.workload.windowMs).filter((request) => deciding.some((slo) => matchesClass(slo, request.class)));
}
// src/judge/qualify.ts
/** A difference of two stamps carries rounding of this order, ms; far below what any clock resolves. */
const ROUNDING_MS = 1e-9;
/** The declared objectives with one request's figures, latencies starting on `clock`. */
function askedOf(objectives, figures, clock) {
	const { ttftMs, firstVisibleMs, e2eMs } = figures[clock];
	return [
		{
			miss: "ttft",
			limitMs: objectives.ttftMs,
			figure: ttftMs
		},
		{
			miss: "first_visible",
			limitMs: objectives.firstVisibleMs,
			figure: firstVisibleMs
		},
		{
			miss: "tpot",
			limitMs: objectives.tpotMs,
			figure: figures.tpotMs
		},
		{
			miss: "max_gap",
			limitMs: objectives.maxGapMs,
			figure: figures.maxGapMs
		},
		{
			miss: "e2e",
			limitMs: objectives.e2eMs,
			figure: e2eMs
		}
	].flatMap(({ miss, limitMs, figure }) => limitMs === null ? [] : [{
		miss,
		limitMs,
		figure
	}]);
}
/**
* Why a request does not qualify; empty when it does. A value exactly on its limit qualifies. An objective without
* evidence is a miss (`no_evidence`), one that doesn't apply to a one-token answer is met.
*
* @param clock `due` decides; `sent` only asks how far lag moved the result
*/
function qualify(record, figures, { request, objectives, clock }) {
	if (record.outcome !== "success") return ["outcome"];
	const found = askedOf(objectives, figures, clock).flatMap((asked) => missOf(asked) ?? []);
	const quality = endsTooSoon(record, request);
	if (quality !== null) found.push(quality);
	return [...new Set(found)];
}
function missOf({ miss, limitMs, figure }) {
	if (figure.value !== null) return figure.value > limitMs + ROUNDING_MS ? miss : null;
	return figure.reason === "not applicable: exactly one output token" ? null : "no_evidence";
}
/** The default quality check: an answer that ends by `length` must have used up its `max_tokens`. */
function endsTooSoon(record, request) {
	if (record.finishReason !== "length") return null;
	if (record.tokens.count === null) return "no_evidence";
	return record.tokens.count < request.maxTokens ? "quality" : null;
}
// src/judge/words.ts
/** Numbers and lists in sentences: plain text, the same bytes on every machine. */
/** 0.2913 -> `29.1 %`; two significant places below 10 %. */
function percent$3(share) {
	return `${trimmed(share * 100)} %`;
}
/** 0.042 -> `+4.2 %`, -0.42 -> `-42 %`. */
function signedPercent(share) {
	const text = percent$3(share);
	return share > 0 && text !== "0 %" ? `+${text}` : text;
}
/** 17.93 -> `17.9 ms`; `unknown` where there is none. */
function ms(value) {
	return value === null || value === void 0 ? "unknown" : `${trimmed(value)} ms`;
}
/** A figure for a person: three significant digits, whole numbers whole; `unknown` where there is none. */
function figure(value) {
	return value === null || value === void 0 ? "unknown" : trimmed(value);
}
/** 0.0123 -> `0.0123`; a p below what a person tells from 0 says so. */
function pValue(p) {
	return p < 1e-4 ? "below 0.0001" : trimmed(p);
}
/** Three significant digits without an exponent and without trailing zeros. */
function trimmed(value) {
	if (!Number.isFinite(value)) return String(value);
	const size = Math.abs(value);
	const places = size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= .1 ? 3 : 4;
	const text = value.toFixed(places);
	const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
	return short === "-0" ? "0" : short;
}
/** `1 request`, `2 requests`. */
function counted(n, noun) {
	return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
/** `a, b and c`. */
function listed(items) {
	const last = items.at(-1);
	if (last === void 0) return "none";
	return items.length === 1 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}
/** First letter in upper case; the name of a percentile (`p95 TTFT`) stays as it is. */
function capital(text) {
	return /^p\d/.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);
}
// src/judge/records.ts
/** Names shown before the rest is counted. */
const NAMES = 5;
/** What is wrong, in words; empty when the records are whole. */
function recordProblems(records, requests) {
	const known = new Map(requests.map((request) => [request.index, request]));
	const seen = /* @__PURE__ */ new Set();
	const repeated = [];
	for (const { index, id } of records) {
		if (seen.has(index)) repeated.push(id);
		seen.add(index);
	}
	const cut = records.filter(({ error }) => error?.kind === "evidence_cut").map(({ id }) => id);
	const missing = requests.filter(({ index }) => !seen.has(index)).map(({ id }) => id);
	return [
		...records.flatMap((record) => mismatch(record, known.get(record.index)) ?? []),
		...named("two records", repeated, requests),
		...named("a record that ends before its outcome", cut, requests),
		...named("no record", missing, requests)
	];
}
function mismatch({ index, id, dueMs }, request) {
	if (request === void 0) return `a record for request ${index}, which the trace does not hold`;
	if (request.id !== id) return `request ${index} is "${request.id}" in the trace and "${id}" in its record`;
	if (request.dueMs === dueMs) return null;
	return `request "${id}" is due at ${request.dueMs} ms in the trace and at ${dueMs} ms in its record`;
}
function named(what, ids, requests) {
	if (ids.length === 0) return [];
	const shown = ids.slice(0, NAMES).map((id) => `"${id}"`);
	const more = ids.length > NAMES ? [`${ids.length - NAMES} more`] : [];
	return [`${what} for ${counted(ids.length, "request")} of ${requests.length}: ${listed([...shown, ...more])}`];
}
// src/judge/measured.ts
/** Every run with its figures, in the order of the session. */
function measureRuns(evidence) {
	return [...evidence.runs].sort((a, b) => a.run.number - b.run.number).map((one) => measureRun(one, evidence));
}
/** A run that replayed the trace. One that broke in the middle did: what it left unanswered counts against it. */
function replayed({ run }) {
	return run.end === "complete" || run.end === "crashed";
}
/** The requests of the arrival cohort that an SLO judges, in trace order. */
function judgedOf(run) {
	return run.offered.filter((one) => one.phase === "cohort" && one.slo !== null);
}
/** The SLO of a class: the entry that names it, or names none. Null where none does, which preflight refuses. */
function sloOf(plan, requestClass) {
	return plan.slo.find((slo) => matchesClass(slo, requestClass)) ?? null;
}
/** 1 where a judged request qualified, in trace order, its latencies starting on `clock`. */
function qualifiedBits(run, plan, clock) {
	return judgedOf(run).map((one) => {
		return (clock === "due" ? one.misses : missesOf(one, plan, clock)).length === 0 ? 1 : 0;
	});
}
/** Left unsent by the generator itself, and so no failure of a server. A server that crashed took the rest with it. */
function unsentByClient({ record }, run) {
	if (record === null || record.sentMs !== null || run.end === "crashed") return false;
	return record.calledMs === null || CLIENT_SHORTAGES.has(record.error?.code ?? "");
}
/** Socket errors that say that this machine ran out of something, not that the server refused. */
const CLIENT_SHORTAGES = /* @__PURE__ */ new Set([
	"EMFILE",
	"ENFILE",
	"EADDRNOTAVAIL",
	"ENOBUFS",
	"ENOMEM"
]);
/** The server failed it: rejected, broken, cut, too late, or never taken. */
function failed(one, run) {
	return one.record !== null && one.record.outcome !== "success" && !unsentByClient(one, run);
}
function measureRun({ run, records, problems }, { session, trace }) {
	const { plan } = session;
	const { windowMs } = plan.workload;
	const byIndex = new Map(records.map((record) => [record.index, record]));
	const requests = records.length > 0 || replayed({ run }) ? trace.requests : [];
	const offered = requests.map((request) => {
		const claimed = byIndex.get(request.index);
		const record = claimed === void 0 ? null : credited(claimed, request);
		const slo = sloOf(plan, request.class);
		const one = {
			request,
			phase: phaseOf(request.dueMs, windowMs),
			slo: slo === null || slo.objectives === null ? null : slo.id,
			record,
			figures: record === null ? null : requestFigures(record)
		};
		return {
			...one,
			misses: missesOf(one, plan, "due")
		};
	});
	return {
		run,
		offered,
		figures: runFigures(run, offered, {
			windowMs,
			scheduleLagMs: plan.validity.scheduleLagMs
		}),
		problems: [...problems, ...recordProblems(records, requests)]
	};
}
function missesOf(one, plan, clock) {
	const objectives = sloOf(plan, one.request.class)?.objectives ?? null;
	if (objectives === null) return [];
	if (one.record === null || one.figures === null) return ["no_evidence"];
	return qualify(one.record, one.figures, {
		request: one.request,
		objectives,
		clock
	});
}
// src/stats/special.ts
/**
* The special functions behind the distributions: log-gamma and the regularised incomplete gamma and beta functions,
* by the textbook series and continued fractions. Relative accuracy about 1e-13 in the ranges used here.
*/
const HALF_LOG_TWO_PI = .5 * Math.log(2 * Math.PI);
const PRECISION = 1e-16;
/** Stands in for a zero denominator in Lentz's method. */
const TINY = 1e-300;
const MAX_TERMS = 1e5;
/** ln of the gamma function for x > 0: moved up to 12 by its recurrence, then six terms of Stirling's series. */
function logGamma(x) {
	let product = 1;
	let y = x;
	for (; y < 12; y += 1) product *= y;
	const r = 1 / (y * y);
	const series = 1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - r * 691 / 360360))));
	return (y - .5) * Math.log(y) - y + HALF_LOG_TWO_PI + series / y - Math.log(product);
}
/** first + a_1/(b_1 + a_2/(b_2 + ...)) by Lentz's method; `term` gives [a_i, b_i] for i = 1, 2, ... */
function continuedFraction(first, term) {
	let c = first === 0 ? TINY : first;
	let d = 0;
	let value = c;
	for (let i = 1; i <= MAX_TERMS; i += 1) {
		const [a, b] = term(i);
		d = 1 / (b + a * d || TINY);
		c = b + a / c || TINY;
		const factor = c * d;
		value *= factor;
		if (Math.abs(factor - 1) <= PRECISION * 4) break;
	}
	return value;
}
/** Lower regularised incomplete gamma P(a, x), a > 0, x >= 0. */
function lowerGamma(a, x) {
	if (x <= 0) return 0;
	return x < a + 1 ? gammaSeries(a, x) : 1 - gammaFraction(a, x);
}
/** Upper regularised incomplete gamma Q(a, x) = 1 - P(a, x), without cancellation in the far tail. */
function upperGamma(a, x) {
	if (x <= 0) return 1;
	return x < a + 1 ? 1 - gammaSeries(a, x) : gammaFraction(a, x);
}
function gammaSeries(a, x) {
	let term = 1 / a;
	let sum = term;
	for (let i = 1; i <= MAX_TERMS && term > sum * PRECISION; i += 1) {
		term *= x / (a + i);
		sum += term;
	}
	return sum * Math.exp(a * Math.log(x) - x - logGamma(a));
}
function gammaFraction(a, x) {
	const fraction = continuedFraction(x + 1 - a, (i) => [i * (a - i), x + 2 * i + 1 - a]);
	return Math.exp(a * Math.log(x) - x - logGamma(a)) / fraction;
}
/**
* Regularised incomplete beta I_x(a, b). `complement` is 1 - x; pass it where it is known more exactly than the
* subtraction would give it.
*/
function regularisedBeta(x, a, b, complement = 1 - x) {
	if (x <= 0) return 0;
	if (complement <= 0) return 1;
	if (x > (a + 1) / (a + b + 2)) return 1 - regularisedBeta(complement, b, a, x);
	return Math.exp(a * Math.log(x) + b * Math.log(complement) + logGamma(a + b) - logGamma(a) - logGamma(b) - Math.log(a)) / continuedFraction(1, (i) => [betaTerm(x, a, b, i), 1]);
}
function betaTerm(x, a, b, i) {
	const m = Math.floor(i / 2);
	const scale = (a + i - 1) * (a + i);
	return i % 2 === 0 ? m * (b - m) * x / scale : -(a + m) * (a + b + m) * x / scale;
}
// src/stats/quantile.ts
/** Normal, Student t and chi-square: tails, and quantiles found by bracketed Newton steps (decision procedure, section 1). */
/** P(Z >= z) of the standard normal distribution. */
function normalUpperTail(z) {
	return z < 0 ? 1 - normalUpperTail(-z) : .5 * upperGamma(.5, z * z / 2);
}
/** P(T >= t) of Student's t with `df` > 0 degrees of freedom, `df` possibly fractional. */
function tUpperTail(t, df) {
	if (t < 0) return 1 - tUpperTail(-t, df);
	if (t === Number.POSITIVE_INFINITY) return 0;
	const total = df + t * t;
	return .5 * regularisedBeta(df / total, df / 2, .5, t * t / total);
}
/** P(T <= t) of Student's t, accurate in the lower tail. */
function tCdf(t, df) {
	return tUpperTail(-t, df);
}
/** The z with P(Z <= z) = `confidence`, 0 < confidence < 1. Throws a RangeError outside. */
function zQuantile(confidence) {
	requireShare(confidence);
	if (confidence < .5) return -zQuantile(1 - confidence);
	const density = (z) => Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
	return upperQuantile(confidence, normalUpperTail, density);
}
/** The t with P(T <= t) = `confidence` at `df` > 0 degrees of freedom, fractional `df` allowed. RangeError outside. */
function tQuantile(confidence, df) {
	requireShare(confidence);
	requireDegrees(df);
	if (confidence < .5) return -tQuantile(1 - confidence, df);
	const logScale = logGamma((df + 1) / 2) - logGamma(df / 2) - .5 * Math.log(df * Math.PI);
	const density = (t) => Math.exp(logScale - (df + 1) / 2 * Math.log(1 + t * t / df));
	return upperQuantile(confidence, (t) => tUpperTail(t, df), density);
}
/** The x with P(X <= x) = `probability` for chi-square with `df` > 0 degrees of freedom. RangeError outside. */
function chiSquareQuantile(probability, df) {
	requireShare(probability);
	requireDegrees(df);
	const half = df / 2;
	const shortfall = (x) => probability - lowerGamma(half, x / 2);
	const density = (x) => .5 * Math.exp((half - 1) * Math.log(x / 2) - x / 2 - logGamma(half));
	return fallingRoot(shortfall, density);
}
function upperQuantile(confidence, tail, density) {
	if (confidence === .5) return 0;
	const level = 1 - confidence;
	return fallingRoot((x) => tail(x) - level, density);
}
/**
* The root x > 0 of a falling function whose derivative is -`density`: Newton steps while they stay inside the
* bracket, halving when they leave it, to 1e-13.
*/
function fallingRoot(excess, density) {
	let high = 1;
	while (excess(high) > 0) high *= 2;
	let low = 0;
	let x = high / 2;
	for (let step = 0; step < 200; step += 1) {
		const left = excess(x);
		if (left > 0) low = x;
		else high = x;
		const newton = x + left / density(x);
		const next = newton > low && newton < high ? newton : (low + high) / 2;
		if (Math.abs(next - x) <= 1e-13 * Math.max(1, x)) return next;
		x = next;
	}
	return x;
}
function requireShare(share) {
	if (!(share > 0 && share < 1)) throw new RangeError(`a probability inside (0, 1) is needed, not ${share}`);
}
function requireDegrees(df) {
	if (!(df > 0 && Number.isFinite(df))) throw new RangeError(`degrees of freedom must be positive, not ${df}`);
}
// src/judge/rules/paired.ts
/** The paired log comparison behind every relative clause (sections 4.1 and 4.2). The run is the unit of evidence. */
/** Evidence from two or more pairs. Throws a RangeError on fewer, or on a margin that allows nothing. */
function pairedEvidence(logRatios, { logMargin, level, seFloor }) {
	const pairs = logRatios.length;
	if (pairs < 2) throw new RangeError(`a paired comparison needs two pairs, not ${pairs}`);
	if (!(logMargin < 0)) throw new RangeError(`a log margin is negative, not ${logMargin}`);
	const centre = mean(logRatios);
	const seT = standardError(logRatios);
	const se = Math.max(seT, seFloor);
	const df = pairs - 1;
	const tCritical = tQuantile(1 - level, df);
	const upper = centre + tCritical * se;
	return {
		pairs,
		logRatios,
		mean: centre,
		seT,
		seFloor,
		se,
		df,
		tCritical,
		lower: centre - tCritical * se,
		upper,
		logMargin,
		pRegression: tCdf(studentised(centre, se), df),
		pNonInferior: tUpperTail(studentised(centre - logMargin, se), df),
		pSignFlip: signFlipP(logRatios),
		shownWorse: upper < 0
	};
}
/** Standard error of the mean of two or more values. */
function standardError(values) {
	return sampleSd(values) / Math.sqrt(values.length);
}
/**
* PASS when the margin is shown to be kept; FAIL when worse beyond chance, estimated beyond the margin and
* `holmRejects` (section 8); else INCONCLUSIVE.
*/
function decidePaired(evidence, holmRejects) {
	if (evidence.lower >= evidence.logMargin) return "PASS";
	return evidence.shownWorse && evidence.mean < evidence.logMargin && holmRejects ? "FAIL" : "INCONCLUSIVE";
}
/** mean / se, with the limit a vanishing spread tends to: runs that agree exactly are certain, 0 / 0 says nothing. */
function studentised(centre, se) {
	return centre === 0 ? 0 : centre / se;
}
/** Share of the 2^K sign patterns whose sum is no larger than the observed one. */
function signFlipP(logRatios) {
	if (logRatios.length > 20) return null;
	let sums = [0];
	let observed = 0;
	for (const ratio of logRatios) {
		const size = Math.abs(ratio);
		sums = sums.flatMap((sum) => [sum - size, sum + size]);
		observed += ratio;
	}
	return sums.filter((sum) => sum <= observed + 1e-12).length / sums.length;
}
// src/judge/rules/failure-excess.ts
/** The guard against a candidate that fails where the baseline doesn't (section 4.5). */
/** Smallest difference of the failed shares that may FAIL. */
const MIN_FAILURE_EXCESS = .001;
/**
* Compares the failed requests of K >= 2 pairs. The spread between runs alone is a matter of luck for small counts, the
* Poisson scatter alone is wrong when failures cluster: both must call the difference unlikely.
*
* @param baselineFailed, candidateFailed failed requests of each run, in the order of the pairs
* @param n requests of a run
*/
function failureExcess(baselineFailed, candidateFailed, n) {
	const pairs = baselineFailed.length;
	if (pairs !== candidateFailed.length || pairs < 2) throw new RangeError(`two or more pairs are needed, not ${pairs} baseline and ${candidateFailed.length} candidate runs`);
	const differences = candidateFailed.map((failed, k) => Math.sqrt(failed + .375) - Math.sqrt(at$1(baselineFailed, k) + .375));
	const centre = mean(differences);
	const seT = standardError(differences);
	const sePoisson = Math.sqrt(1 / (2 * pairs));
	const pT = seT <= 1e-12 ? centre > 0 ? 0 : 1 : tUpperTail(centre / seT, pairs - 1);
	const pPoisson = normalUpperTail(centre / sePoisson);
	return {
		pairs,
		mean: centre,
		seT,
		sePoisson,
		excess: (total$2(candidateFailed) - total$2(baselineFailed)) / (pairs * n),
		pT,
		pPoisson,
		pMoreFailures: Math.max(pT, pPoisson)
	};
}
/** FAIL or nothing: the guard never passes anything and never makes a verdict INCONCLUSIVE. */
function decideFailureExcess({ excess }, holmRejects, minimum = MIN_FAILURE_EXCESS) {
	return holmRejects && excess >= minimum ? "FAIL" : "NOT_SHOWN";
}
function total$2(counts) {
	return counts.reduce((sum, failed) => sum + failed, 0);
}
// src/judge/rules/goodput.ts
/** Goodput of the candidate relative to the baseline, joined by request id (section 4.1). */
/**
* Compares the qualified requests of K >= 2 pairs. Both arms share the arrival window, so the ratio of counts is the
* ratio of goodputs; adding 1/2 to each keeps an arm that qualifies nothing finite.
*
* @param baseline, candidate one run a pair, in the order of the pairs, 1 = qualified, positions joined by request id
* @param terms relative `margin` in (0, 1), one-sided `level`
*/
function goodputEvidence(baseline, candidate, { margin, level }) {
	if (baseline.length !== candidate.length) throw new RangeError(`${baseline.length} baseline runs can't pair with ${candidate.length} candidate runs`);
	const qualifiedBaseline = baseline.map(count);
	const qualifiedCandidate = candidate.map(count);
	const discordance = discordanceOf(baseline, candidate);
	const logRatios = qualifiedCandidate.map((hits, k) => Math.log((hits + .5) / (at$1(qualifiedBaseline, k) + .5)));
	const seFloor = discordantSeFloor(discordance.lost + discordance.gained, count(qualifiedBaseline), count(qualifiedCandidate));
	const evidence = pairedEvidence(logRatios, {
		logMargin: goodputLogMargin(margin),
		level,
		seFloor
	});
	return {
		...evidence,
		qualifiedBaseline,
		qualifiedCandidate,
		discordance,
		ratio: Math.exp(evidence.mean),
		ratioLower: Math.exp(evidence.lower),
		ratioUpper: Math.exp(evidence.upper),
		smallestPassingMargin: 1 - Math.exp(evidence.lower)
	};
}
/** ln of the smallest goodput ratio that a relative `margin` in (0, 1) allows. */
function goodputLogMargin(margin) {
	return Math.log(1 - margin);
}
/**
* The standard error that the discordant requests alone account for. Few pairs can agree by luck; these requests say
* how much they should scatter.
*
* @param discordant requests qualified in one arm only, over all pairs
* @param totalBaseline, totalCandidate qualified requests over all pairs
*/
function discordantSeFloor(discordant, totalBaseline, totalCandidate) {
	return Math.sqrt(Math.max(discordant, 1)) / ((totalBaseline + totalCandidate) / 2 + .5);
}
function discordanceOf(baseline, candidate) {
	let lost = 0;
	let gained = 0;
	baseline.forEach((run, k) => {
		const other = at$1(candidate, k);
		if (run.length !== other.length) throw new RangeError(`pair ${k + 1} holds ${run.length} baseline and ${other.length} candidate requests`);
		run.forEach((bit, i) => {
			if (bit > at$1(other, i)) lost += 1;
			else if (bit < at$1(other, i)) gained += 1;
		});
	});
	return {
		lost,
		gained
	};
}
function count(bits) {
	return bits.reduce((sum, bit) => sum + bit, 0);
}
// src/judge/rules/gross.ts
/**
* Asks every gating relative clause.
*
* @param goodput margin and baseline of the session's goodput: a machine that moved there discredits every clause
*/
function grossFailure(clauses, goodput) {
	const goodputSteady = isSteady(goodput.baselineLogs, goodput.logMargin);
	const each = clauses.map((clause) => {
		const [first, second] = clause.logRatios;
		const mean = (first + second) / 2;
		const beyondTwiceMargin = Math.max(first, second) <= 2 * clause.logMargin;
		const pairsAgree = Math.abs(first - second) <= Math.abs(mean) / 2;
		const baselineSteady = goodputSteady && isSteady(clause.baselineLogs, clause.logMargin);
		const beyondScatter = clause.seFloor === null || mean <= -5 * clause.seFloor;
		return {
			mean,
			beyondTwiceMargin,
			pairsAgree,
			baselineSteady,
			beyondScatter,
			fires: beyondTwiceMargin && pairsAgree && baselineSteady && beyondScatter
		};
	});
	return {
		each,
		outcome: each.some((finding) => finding.fires) ? "FAIL" : "CONTINUE"
	};
}
function isSteady([first, second], logMargin) {
	return Math.abs(first - second) <= -logMargin;
}
// src/judge/rules/holm.ts
/** Holm's step-down test over the family of relative clauses and the failure guard (section 8, Holm 1979). */
/**
* Which hypotheses the family rejects at `level`, in the order given. Ties go by that order.
*
* @param pValues p of a regression, one a clause
*/
function holm(pValues, level) {
	const order = pValues.map((_, i) => i).sort((i, j) => at$1(pValues, i) - at$1(pValues, j) || i - j);
	const rejects = new Array(pValues.length).fill(false);
	for (const [rank, i] of order.entries()) {
		if (at$1(pValues, i) > level / (pValues.length - rank)) break;
		rejects[i] = true;
	}
	return rejects;
}
// src/judge/rules/latency-quantile.ts
/** A latency quantile of the candidate relative to the baseline, run by run (section 4.2). */
/**
* Compares one quantile a run over K >= 2 pairs. Quantiles of different runs meet only in this paired log form: never
* pooled, never averaged.
*
* @param baselineMs, candidateMs `runQuantile` of each run in the order of the pairs, Infinity where it has none
*/
function latencyEvidence(baselineMs, candidateMs, { maxIncrease, minEffectMs, level }) {
	if (baselineMs.length !== candidateMs.length) throw new RangeError(`${baselineMs.length} baseline runs can't pair with ${candidateMs.length} candidate runs`);
	if (![...baselineMs, ...candidateMs].every((ms) => ms > 0)) throw new RangeError("a latency quantile must be positive");
	const baselineGaps = infinitePairs(baselineMs);
	if (baselineGaps.length > 0) return {
		kind: "infinite",
		arm: "baseline",
		pairs: baselineGaps,
		outcome: "INVALID"
	};
	const candidateGaps = infinitePairs(candidateMs);
	if (candidateGaps.length > 0) return {
		kind: "infinite",
		arm: "candidate",
		pairs: candidateGaps,
		outcome: "FAIL"
	};
	const typicalMs = Math.exp(mean(baselineMs.map((ms) => Math.log(ms))));
	const allowedIncrease = Math.max(maxIncrease, minEffectMs / typicalMs);
	const evidence = pairedEvidence(baselineMs.map((ms, k) => Math.log(ms / at$1(candidateMs, k))), {
		logMargin: latencyLogMargin(allowedIncrease),
		level,
		seFloor: 0
	});
	return {
		kind: "finite",
		...evidence,
		allowedIncrease,
		baselineMs: typicalMs,
		increase: Math.exp(-evidence.mean) - 1,
		increaseLower: Math.exp(-evidence.upper) - 1,
		increaseUpper: Math.exp(-evidence.lower) - 1
	};
}
/** ln of the smallest baseline-to-candidate ratio that a relative increase allows. */
function latencyLogMargin(maxIncrease) {
	return -Math.log(1 + maxIncrease);
}
/**
* Nearest-rank quantile of one run over the requests with a defined value. Infinity when more than 1 - p of the
* offered requests failed; null when none has a value, which is missing evidence and not a latency.
*/
function runQuantile(valuesMs, { offered, failed }, p) {
	if (failed * p.den > offered * (p.den - p.num)) return Number.POSITIVE_INFINITY;
	return valuesMs.length === 0 ? null : nearestRank(sorted(valuesMs), p);
}
function infinitePairs(quantilesMs) {
	return quantilesMs.flatMap((ms, k) => ms === Number.POSITIVE_INFINITY ? [k + 1] : []);
}
// src/judge/relative.ts
const P95 = {
	num: 95,
	den: 100
};
/** An interval of a clause that decides nothing is computed as if this increase were allowed; its bounds don't depend on it. */
const REPORTED_MARGIN = .1;
/** Answers that do not show a latency which the candidate may have more of than the baseline, as a share of the offered. */
const MAX_MORE_UNKNOWN = .01;
/** Null below two pairs, where nothing can be compared. */
function relativeFindings(pairs, plan, level) {
	const first = pairs[0];
	if (first === void 0 || pairs.length < 2 || judgedOf(first.baseline).length === 0) return null;
	const goodput = goodputOf(pairs, plan, {
		level,
		clock: "due"
	});
	const latencies = ["ttft_p95", "tpot_p95"].map((id) => latencyFinding(id, pairs, plan, level));
	const failures = failureFinding(pairs);
	const gatingLatencies = latencies.flatMap(({ id, gating, evidence }) => gating && evidence.kind === "finite" ? [{
		id,
		evidence
	}] : []);
	const family = [
		{
			id: "goodput",
			p: goodput.pRegression
		},
		...gatingLatencies.map(({ id, evidence }) => ({
			id,
			p: evidence.pRegression
		})),
		{
			id: "failures",
			p: failures.evidence.pMoreFailures
		}
	];
	const rejected = holm(family.map(({ p }) => p), level);
	return {
		goodput,
		latencies,
		failures,
		rejects: new Set(family.filter((_, i) => rejected[i]).map(({ id }) => id)),
		gross: plan.comparison.grossFail && pairs.length === 2 ? grossFindings(pairs, goodput, gatingLatencies) : /* @__PURE__ */ new Map()
	};
}
/** Section 4.1 over the pairs, requests qualified on `clock`. */
function goodputOf(pairs, plan, { level, clock }) {
	const bits = (arm) => pairs.map((pair) => qualifiedBits(pair[arm], plan, clock));
	return goodputEvidence(bits("baseline"), bits("candidate"), {
		margin: plan.comparison.margins.goodput,
		level
	});
}
/** Section 4.2 over the pairs; TPOT has no clock to choose. */
function latencyOfPairs(id, pairs, { maxIncrease, minEffectMs, level, clock }) {
	if (pairs.every((pair) => ARMS.every((arm) => isInapplicable(pair[arm], id)))) return { kind: "not_applicable" };
	const quantiles = (arm) => pairs.map((pair) => quantileOf(pair[arm], id, clock));
	const baseline = known(quantiles("baseline"));
	if (baseline === null) return {
		kind: "missing",
		arm: "baseline"
	};
	const candidate = known(quantiles("candidate"));
	if (candidate === null) return {
		kind: "missing",
		arm: "candidate"
	};
	return latencyEvidence(baseline, candidate, {
		maxIncrease,
		minEffectMs,
		level
	});
}
function latencyFinding(id, pairs, plan, level) {
	const { margins } = plan.comparison;
	const declared = id === "ttft_p95" ? margins.ttftP95 : margins.tpotP95;
	const minEffect = minEffectOf(id, pairs, plan);
	const maxIncrease = declared === "report" ? REPORTED_MARGIN : declared;
	return {
		id,
		gating: declared !== "report",
		minEffect,
		n: valuesOf$2(at$1(pairs, 0).baseline, id, "due").length,
		evidence: latencyOfPairs(id, pairs, {
			maxIncrease,
			minEffectMs: minEffect.ms,
			level,
			clock: "due"
		}),
		unknownShare: {
			baseline: unknownShare(pairs, id, "baseline"),
			candidate: unknownShare(pairs, id, "candidate")
		}
	};
}
/** Whether the candidate's quantile may leave out slow answers that the baseline's holds: then it shows no safety. */
function hidesAnswers({ unknownShare: { baseline, candidate } }) {
	return candidate > baseline + MAX_MORE_UNKNOWN;
}
function unknownShare(pairs, id, arm) {
	const judged = pairs.flatMap((pair) => judgedOf(pair[arm]));
	return judged.filter(({ record, figures }) => {
		if (record?.outcome !== "success" || figures === null) return false;
		const { value, reason } = id === "ttft_p95" ? figures.due.ttftMs : figures.tpotMs;
		return value === null && reason !== "not applicable: exactly one output token";
	}).length / judged.length;
}
/**
* A difference smaller than three times what a stamp can be off is nobody's regression. For TPOT the two ends of an
* answer are off by at most twice the uncertainty, spread over its n - 1 gaps.
*/
function minEffectOf(id, pairs, plan) {
	const { ttftMs, tpotMs } = plan.comparison.minEffect;
	const widths = pairs.flatMap(({ baseline }) => baseline.run.health?.stampUncertaintyMs?.p50 ?? []);
	const stampUncertaintyMs = widths.length === 0 ? null : median(widths);
	const declaredMs = id === "ttft_p95" ? ttftMs : tpotMs;
	const floor = 3 * (stampUncertaintyMs ?? 0) * (id === "ttft_p95" ? 1 : tpotShare(pairs));
	return {
		ms: Math.max(declaredMs, floor),
		declaredMs,
		stampUncertaintyMs
	};
}
/** 2 / (median n - 1) over the baseline's answers; 0 where no answer has a pace. */
function tpotShare(pairs) {
	const counts = pairs.flatMap(({ baseline }) => judgedOf(baseline).flatMap(({ record }) => record?.tokens.count ?? []));
	const typical = counts.length === 0 ? 0 : median(counts);
	return typical > 1 ? 2 / (typical - 1) : 0;
}
function valuesOf$2(run, id, clock) {
	return judgedOf(run).flatMap(({ record, figures }) => {
		if (record?.outcome !== "success" || figures === null) return [];
		return (id === "ttft_p95" ? figures[clock].ttftMs.value : figures.tpotMs.value) ?? [];
	});
}
/** Null where a run has no positive quantile: then there is no ratio to take. */
function quantileOf(run, id, clock) {
	const judged = judgedOf(run);
	const failures = judged.filter(({ record }) => record !== null && record.outcome !== "success").length;
	const quantile = runQuantile(valuesOf$2(run, id, clock), {
		offered: judged.length,
		failed: failures
	}, P95);
	return quantile !== null && quantile > 0 ? quantile : null;
}
/** Every successful answer has exactly one token, so there is no pace to compare. */
function isInapplicable(run, id) {
	if (id !== "tpot_p95") return false;
	const answered = judgedOf(run).filter(({ record }) => record?.outcome === "success");
	return answered.length > 0 && answered.every(({ figures }) => figures?.tpotMs.reason === "not applicable: exactly one output token");
}
function failureFinding(pairs) {
	const counts = (arm) => pairs.map((pair) => cohortOf(pair[arm]).filter((one) => failed(one, pair[arm].run)).length);
	const [baseline, candidate] = [counts("baseline"), counts("candidate")];
	const n = cohortOf(at$1(pairs, 0).baseline).length;
	return {
		baseline,
		candidate,
		n,
		evidence: failureExcess(baseline, candidate, n)
	};
}
function cohortOf(run) {
	return run.offered.filter((one) => one.phase === "cohort");
}
function grossFindings(pairs, goodput, latencies) {
	const goodputLogs = twoOf(goodput.qualifiedBaseline.map((count) => Math.log(count + .5)));
	const { each } = grossFailure([{
		logMargin: goodput.logMargin,
		logRatios: twoOf(goodput.logRatios),
		baselineLogs: goodputLogs,
		seFloor: goodput.seFloor
	}, ...latencies.map(({ id, evidence }) => ({
		logMargin: evidence.logMargin,
		logRatios: twoOf(evidence.logRatios),
		baselineLogs: twoOf(pairs.map((pair) => Math.log(quantileOf(pair.baseline, id, "due") ?? NaN))),
		seFloor: null
	}))], {
		logMargin: goodput.logMargin,
		baselineLogs: goodputLogs
	});
	const ids = ["goodput", ...latencies.map(({ id }) => id)];
	return new Map(ids.map((id, i) => [id, at$1(each, i)]));
}
function twoOf(values) {
	return [at$1(values, 0), at$1(values, 1)];
}
function known(values) {
	const present = values.filter((value) => value !== null);
	return present.length === values.length ? present : null;
}
// src/judge/case.ts
/** What one decision is made from: the runs up to a point of the session, paired, with everything measured on them. */
/** The case after `point.pairs` pairs; all runs of these pairs belong to it, whether they replayed or broke. */
function caseAt(evidence, measured, point) {
	const { plan } = evidence.session;
	const { looks, confidence } = plan.comparison;
	const level = lookLevel(looks, confidence) ?? (1 - confidence) / Math.max(1, looks.length);
	const runs = measured.filter(({ run }) => pairOf(run.number) <= point.pairs);
	const pairs = pairsOf(runs);
	const ofArm = (arm) => armFigures(runs.filter((run) => run.run.arm === arm && replayed(run)));
	return {
		evidence,
		plan,
		point,
		level,
		absoluteLevel: 1 - confidence,
		runs,
		unusedRuns: measured.length - runs.length,
		pairs,
		arms: {
			baseline: ofArm("baseline"),
			candidate: ofArm("candidate")
		},
		relative: relativeFindings(pairs, plan, level)
	};
}
/** 1-based pair of a run, from its place in the session. */
function pairOf(runNumber) {
	return Math.ceil(runNumber / 2);
}
function pairsOf(runs) {
	return [...new Set(runs.map(({ run }) => pairOf(run.number)))].flatMap((number) => {
		const members = runs.filter((one) => pairOf(one.run.number) === number && replayed(one));
		const [baseline, candidate] = ARMS.map((arm) => members.find(({ run }) => run.arm === arm));
		return baseline === void 0 || candidate === void 0 ? [] : [{
			baseline,
			candidate
		}];
	});
}
// src/judge/clause.ts
/** A clause whose keys always stand in the same order. */
function clause(parts) {
	const { id, role, title, outcome, sentence } = parts;
	const { declared = null, statistic = null, n = null, bound = null, limit = null, figures = {} } = parts;
	return {
		id,
		role,
		title,
		outcome,
		declared,
		statistic,
		n,
		bound,
		limit,
		sentence,
		figures
	};
}
// src/stats/autocorrelation.ts
/** How long a series remembers itself (decision procedure, section 3.3 step 0). */
/**
* Autocorrelation time by Geyer's initial monotone sequence (Geyer 1992): sums of neighbouring lags, taken while
* positive and never allowed to rise again, up to a lag of half the series. A constant series has tau 1 and lag1 0.
*/
function autocorrelation(series) {
	const n = series.length;
	const centre = mean(series);
	const deviations = series.map((value) => value - centre);
	const energy = lagProduct(deviations, 0);
	if (energy < 1e-12) return {
		tau: 1,
		lag1: 0
	};
	const longest = Math.floor(n / 2);
	let smallest = Number.POSITIVE_INFINITY;
	let sum = 0;
	for (let lag = 0; lag + 1 <= longest; lag += 2) {
		const pair = (lagProduct(deviations, lag) + lagProduct(deviations, lag + 1)) / energy;
		if (pair <= 1e-12) break;
		smallest = Math.min(smallest, pair);
		sum += smallest;
	}
	return {
		tau: Math.max(1, 2 * sum - 1),
		lag1: lagProduct(deviations, 1) / energy
	};
}
function lagProduct(deviations, lag) {
	let sum = 0;
	for (let i = 0; i + lag < deviations.length; i += 1) sum += at$1(deviations, i) * at$1(deviations, i + lag);
	return sum;
}
// src/stats/wilson.ts
/** Wilson's score interval for a share, and the sample sizes below which it can't show anything (sections 2 and 3.2). */
/**
* One-sided Wilson bounds (Wilson 1927). Assumes independent trials.
*
* @param share observed share in [0, 1]
* @param n trials, > 0; fractional for an effective sample size
* @param confidence of each bound, e.g. 0.95
*/
function wilsonBounds(share, n, confidence) {
	if (!(n > 0)) throw new RangeError(`a share needs at least one trial, not ${n}`);
	if (!(share >= 0 && share <= 1)) throw new RangeError(`a share lies in [0, 1], not at ${share}`);
	const z = zQuantile(confidence);
	const centre = share + z * z / (2 * n);
	const reach = z * Math.sqrt(share * (1 - share) / n + z * z / (4 * n * n));
	const scale = 1 + z * z / n;
	return {
		lower: Math.max(0, (centre - reach) / scale),
		upper: Math.min(1, (centre + reach) / scale)
	};
}
/**
* The fewest distinct requests with which the cluster-adjusted bound reaches `target` when none of them misses, at
* design effect `floor` (R1, and `n_needed` of section 3.3).
*/
function adjustedMinN(target, confidence, blocks, floor) {
	const t = tQuantile(confidence, blocks - 1);
	return Math.ceil(floor * t * t * target / (1 - target));
}
// src/stats/cluster.ts
/**
* The cluster-adjusted Wilson bound (decision procedure, section 3.3). Requests that arrive together share a queue, so
* n requests hold less evidence than n independent ones. After Korn and Graubard 1998 the Wilson form stays and the
* sample size is replaced by an effective one, here with a floor on the design effect that is read from the run itself.
*/
const MINIMUM_FLOOR = 2;
const NEAR_MISS_FACTOR = 1.15;
/** The share of a run that the near-miss series marks: as if the server sat on a 95 % target. */
const NEAR_MISS_SHARE = .05;
/** Ranks 1..n, ties given their mean rank, null ranked as the largest. */
function meanRanks(values) {
	const keys = values.map((value) => value ?? Number.POSITIVE_INFINITY);
	const order = keys.map((_, i) => i).sort((i, j) => compare(at$1(keys, i), at$1(keys, j)));
	const ranks = new Array(keys.length).fill(0);
	for (let start = 0, end = 0; start < order.length; start = end) {
		while (end < order.length && at$1(keys, at$1(order, end)) === at$1(keys, at$1(order, start))) end += 1;
		for (const i of order.slice(start, end)) ranks[i] = (start + 1 + end) / 2;
	}
	return ranks;
}
/** Marks (1) the worst scores of one run: 5 % of the requests or all without a score; of equals the later is worse. */
function nearMisses(scores) {
	const keys = scores.map((score) => score ?? Number.POSITIVE_INFINITY);
	const withoutScore = scores.filter((score) => score === null).length;
	const count = Math.max(Math.ceil(NEAR_MISS_SHARE * keys.length - 1e-9), withoutScore);
	const worstFirst = keys.map((_, i) => i).sort((i, j) => compare(at$1(keys, j), at$1(keys, i)) || j - i);
	const marks = new Array(keys.length).fill(0);
	for (const i of worstFirst.slice(0, count)) marks[i] = 1;
	return marks;
}
/** The design-effect floor D (step 0) from latencies, or from the outcomes alone. */
function designEffectFloor(runs, latencies) {
	if (latencies === null) {
		const { tau } = autocorrelation(positionMeans(runs));
		const value = Math.max(MINIMUM_FLOOR, NEAR_MISS_FACTOR * tau);
		return {
			value,
			setBy: value > MINIMUM_FLOOR ? "outcomes" : "minimum",
			tauNearMiss: tau,
			tauTtft: null,
			lag1Ttft: null
		};
	}
	requireSameShape(runs, latencies.scores);
	requireSameShape(runs, latencies.ttftMs);
	const near = autocorrelation(positionMeans(latencies.scores.map(nearMisses)));
	const ttft = autocorrelation(positionMeans(latencies.ttftMs.map(meanRanks)));
	const value = Math.max(MINIMUM_FLOOR, NEAR_MISS_FACTOR * near.tau, ttft.tau);
	return {
		value,
		setBy: value === MINIMUM_FLOOR ? "minimum" : value === ttft.tau ? "ttft_ranks" : "near_miss",
		tauNearMiss: near.tau,
		tauTtft: ttft.tau,
		lag1Ttft: ttft.lag1
	};
}
/**
* Steps 1 to 7 with a given design-effect floor.
*
* @param runs K >= 1 runs of equal length n >= blocks
* @param confidence of each one-sided bound
* @throws RangeError when the runs are empty, unequal or shorter than the number of blocks
*/
function adjustedBounds(runs, { confidence, blocks, floor }) {
	const means = positionMeans(runs);
	const n = means.length;
	if (blocks < 2 || n < blocks) throw new RangeError(`${n} requests can't be cut into ${blocks} time blocks`);
	const totals = runs.map(total$1);
	const qualified = total$1(totals);
	const share = qualified / (n * runs.length);
	let varianceBlocks = blockVariance(means, blocks, share);
	let varianceRuns = runVariance(totals.map((hits) => hits / n), share);
	let df = blocks - 1;
	let nEff = n / floor;
	const variance = varianceBlocks + varianceRuns;
	if (variance < 1e-15) {
		varianceBlocks = 0;
		varianceRuns = 0;
	} else {
		const runTerm = runs.length > 1 ? varianceRuns * varianceRuns / (runs.length - 1) : 0;
		df = variance * variance / (varianceBlocks * varianceBlocks / (blocks - 1) + runTerm);
		nEff = Math.min(share * (1 - share) / variance, nEff);
	}
	const ratio = zQuantile(confidence) / tQuantile(confidence, df);
	const nAdj = nEff * ratio * ratio;
	const bounds = wilsonBounds(share, nAdj, confidence);
	const designEffect = n / nEff;
	return {
		n,
		runs: runs.length,
		qualified,
		share,
		varianceBlocks,
		varianceRuns,
		df,
		nEff,
		designEffect,
		nAdj,
		...bounds
	};
}
/** The whole of section 3.3 except its knee rule: the floor from the run's own correlation, then the bounds. */
function adaptiveBounds(runs, latencies, { confidence, blocks, target }) {
	const floor = designEffectFloor(runs, latencies);
	return {
		...adjustedBounds(runs, {
			confidence,
			blocks,
			floor: floor.value
		}),
		floor,
		nNeeded: adjustedMinN(target, confidence, blocks, floor.value)
	};
}
/** Mean over the runs at each position. */
function positionMeans(runs) {
	requireSameShape(runs, runs);
	const n = at$1(runs, 0).length;
	const sums = new Array(n).fill(0);
	for (const run of runs) for (let i = 0; i < n; i += 1) sums[i] = at$1(sums, i) + at$1(run, i);
	return sums.map((sum) => sum / runs.length);
}
/** As many series as runs, each as long as the first run. */
function requireSameShape(runs, series) {
	const n = at$1(runs, 0).length;
	const odd = series.find((one) => one.length !== n);
	if (odd !== void 0) throw new RangeError(`runs of one trace hold ${n} and ${odd.length} requests`);
	if (series.length !== runs.length) throw new RangeError(`${runs.length} runs, but ${series.length} latency series`);
}
function blockVariance(means, blocks, share) {
	const n = means.length;
	let sum = 0;
	for (let j = 0; j < blocks; j += 1) {
		const block = means.slice(Math.floor(j * n / blocks), Math.floor((j + 1) * n / blocks));
		const pull = (total$1(block) - block.length * share) / n;
		sum += pull * pull;
	}
	return blocks / (blocks - 1) * sum;
}
function runVariance(shares, share) {
	const count = shares.length;
	if (count < 2) return 0;
	return total$1(shares.map((r) => (r - share) * (r - share))) / (count * (count - 1));
}
function total$1(values) {
	return values.reduce((sum, value) => sum + value, 0);
}
/** Unlike a difference, also orders infinities. */
function compare(a, b) {
	return a < b ? -1 : a > b ? 1 : 0;
}
// src/judge/rules/attainment.ts
/** Attainment of an absolute target by the cluster-adjusted Wilson bound and the knee rule (section 3.3). */
/** Above this lag-1 correlation of TTFT ranks the server sits at the knee, where one trace can't show attainment. */
const KNEE_LAG1 = .7;
/**
* Judges one arm's runs against a target.
*
* @param runs K runs of the clause's requests in trace order, 1 = qualified
* @param latencies of the same requests; null where only outcomes are known
* @throws RangeError on runs that are empty, unequal or shorter than the number of blocks
*/
function judgeAttainment(runs, latencies, { target, level, blocks = 10 }) {
	const bounds = adaptiveBounds(runs, latencies, {
		confidence: 1 - level,
		blocks,
		target
	});
	const lag1 = bounds.floor.lag1Ttft;
	const knee = lag1 === null ? null : lag1 > KNEE_LAG1;
	const shown = decideShare(bounds, target);
	const stopped = shown === "PASS" && knee === true;
	return {
		...bounds,
		...plainBounds(bounds, 1 - level),
		knee,
		decision: stopped ? "INCONCLUSIVE" : shown,
		reason: stopped ? "absolute.knee" : null
	};
}
function plainBounds({ share, n, runs }, confidence) {
	return {
		plainPooled: wilsonBounds(share, n * runs, confidence),
		plainDistinct: wilsonBounds(share, n, confidence)
	};
}
function decideShare({ lower, upper }, target) {
	if (lower >= target) return "PASS";
	return upper < target ? "FAIL" : "INCONCLUSIVE";
}
// src/judge/rules/latency-score.ts
/** How close one request came to its latency limits (decision procedure, section 3.3 step 0). */
/**
* The largest ln(value / limit) over the declared limits: 0 or less means that all are met.
*
* A value that the answer doesn't define (TPOT of one token) is left out of `values`; with none left the request is as
* far from a miss as can be, -Infinity. `values` null (failed, unsent, unqualified without a latency) gives null.
*
* @param limits objective name to limit, in ms, > 0
* @param values objective name to measured value, in ms
*/
function latencyScore(limits, values) {
	if (values === null) return null;
	let score = Number.NEGATIVE_INFINITY;
	for (const [objective, limit] of Object.entries(limits)) {
		const value = values[objective];
		if (value !== void 0 && value !== null) score = Math.max(score, Math.log(value / limit));
	}
	return score;
}
// src/judge/gating/undecided.ts
function undecided({ point }) {
	switch (point.kind) {
		case "look": return null;
		case "gross": return "Not decided here: after two pairs only a gross regression is read, and nothing passes.";
		case "broken": return "Not decided: the session ended when a server broke.";
		case "none": return "Not decided: the session did not reach a point at which it may be judged.";
	}
}
const TOO_FEW_PAIRS = "Unknown: a comparison needs two pairs of which both runs replayed the trace.";
// src/judge/gating/failures.ts
function failuresClause(c) {
	const head = {
		id: "failures",
		role: "gating",
		title: "Failed requests against the baseline"
	};
	if (c.relative === null) return [clause({
		...head,
		outcome: "UNKNOWN",
		sentence: TOO_FEW_PAIRS
	})];
	const { failures, rejects } = c.relative;
	const { evidence } = failures;
	return [clause({
		...head,
		outcome: failuresOutcome(c, c.relative),
		statistic: {
			value: evidence.excess,
			unit: "share"
		},
		n: failures.n * evidence.pairs,
		limit: {
			value: MIN_FAILURE_EXCESS,
			unit: "share"
		},
		sentence: sentence$2(c, c.relative),
		figures: {
			failed_baseline: failures.baseline.join(" "),
			failed_candidate: failures.candidate.join(" "),
			requests_per_run: failures.n,
			mean_sqrt_difference: evidence.mean,
			se_t: evidence.seT,
			se_poisson: evidence.sePoisson,
			p_t: evidence.pT,
			p_poisson: evidence.pPoisson,
			p_more_failures: evidence.pMoreFailures,
			level: c.level,
			holm_rejects: rejects.has("failures")
		}
	})];
}
/** A guard that finds nothing has shown nothing: never a PASS, never INCONCLUSIVE. */
function failuresOutcome(c, { failures, rejects }) {
	if (undecided(c) !== null) return "REPORTED";
	return decideFailureExcess(failures.evidence, rejects.has("failures")) === "FAIL" ? "FAIL" : "REPORTED";
}
function sentence$2(c, relative) {
	const { baseline, candidate, n, evidence } = relative.failures;
	const share = (failed) => percent$3(total(failed) / (n * failed.length));
	const facts = `Of ${n} requests a run the candidate failed ${candidate.join(", ")} (${share(candidate)}), the baseline ${baseline.join(", ")} (${share(baseline)}): ${signedPercent(evidence.excess)} of the requests, p ${pValue(evidence.pMoreFailures)}.`;
	if (failuresOutcome(c, relative) === "FAIL") return `${facts} More failures beyond chance.`;
	return `${facts} ${undecided(c) ?? "More failures are not shown; a guard that finds nothing proves nothing."}`;
}
function total(failed) {
	return failed.reduce((sum, count) => sum + count, 0);
}
// src/judge/gating/goodput.ts
function goodputClause(c) {
	const head = {
		id: "goodput",
		role: "gating",
		title: "Goodput against the baseline"
	};
	const { relative } = c;
	const margin = c.plan.comparison.margins.goodput;
	const declared = `comparison.margins.goodput: ${percent$3(margin)}`;
	if (relative === null) return [clause({
		...head,
		declared,
		outcome: "UNKNOWN",
		sentence: TOO_FEW_PAIRS
	})];
	const { goodput } = relative;
	return [clause({
		...head,
		declared,
		outcome: goodputOutcome(c, relative),
		statistic: {
			value: goodput.ratio - 1,
			unit: "change"
		},
		n: goodput.pairs,
		bound: {
			lower: goodput.ratioLower - 1,
			upper: goodput.ratioUpper - 1,
			method: `paired t on ln ratios of qualified requests, one-sided level ${figure(c.level)}, floor from discordant requests`
		},
		limit: {
			value: -margin,
			unit: "change"
		},
		sentence: sentence$1(c, relative),
		figures: {
			pairs: goodput.pairs,
			level: c.level,
			mean_log_ratio: goodput.mean,
			se_t: goodput.seT,
			se_floor: goodput.seFloor,
			se: goodput.se,
			t_critical: goodput.tCritical,
			log_margin: goodput.logMargin,
			p_regression: goodput.pRegression,
			p_sign_flip: goodput.pSignFlip,
			holm_rejects: relative.rejects.has("goodput"),
			lost_requests: goodput.discordance.lost,
			gained_requests: goodput.discordance.gained,
			qualified_baseline: goodput.qualifiedBaseline.join(" "),
			qualified_candidate: goodput.qualifiedCandidate.join(" "),
			smallest_passing_margin: goodput.smallestPassingMargin,
			gross: relative.gross.get("goodput")?.fires ?? null
		}
	})];
}
function goodputOutcome(c, { goodput, rejects, gross }) {
	if (c.point.kind === "gross" && gross.get("goodput")?.fires === true) return "FAIL";
	return undecided(c) === null ? decidePaired(goodput, rejects.has("goodput")) : "REPORTED";
}
function sentence$1(c, relative) {
	const { goodput } = relative;
	const { baseline, candidate } = c.arms;
	const interval = `${signedPercent(goodput.ratio - 1)} [${signedPercent(goodput.ratioLower - 1)}, ${signedPercent(goodput.ratioUpper - 1)}]`;
	return `${`Candidate ${figure(candidate.goodputRps)} qualified requests/s against ${figure(baseline.goodputRps)}: ${interval} over ${goodput.pairs} pairs; up to ${percent$3(c.plan.comparison.margins.goodput)} may be lost.`} ${reading$4(c, relative)}`;
}
function reading$4(c, relative) {
	const { goodput } = relative;
	const { lost, gained } = goodput.discordance;
	switch (goodputOutcome(c, relative)) {
		case "FAIL": return c.point.kind === "gross" ? "Gross regression: both pairs lie beyond twice the margin and agree, and the baseline held still; stopped after two pairs." : "The loss is beyond chance and the estimate beyond the margin.";
		case "PASS": return `The margin is shown to be kept.${goodput.shownWorse ? " A regression inside the margin was detected." : ""}`;
		case "INCONCLUSIVE": return `Neither shown. This data would have passed a margin of ${percent$3(goodput.smallestPassingMargin)} (information only); ${lost} requests qualified in the baseline alone, ${gained} in the candidate alone.`;
		default: return undecided(c) ?? "";
	}
}
// src/judge/gating/latency.ts
const LATENCY_NAMES = {
	ttft_p95: "p95 TTFT",
	tpot_p95: "p95 TPOT"
};
function latencyClauses(c) {
	return ["ttft_p95", "tpot_p95"].map((id) => {
		const head = {
			id,
			role: "gating",
			title: `${LATENCY_NAMES[id]} against the baseline`
		};
		const { ttftP95, tpotP95 } = c.plan.comparison.margins;
		const margin = id === "ttft_p95" ? ttftP95 : tpotP95;
		const declared = `comparison.margins.${id}: ${margin === "report" ? "report" : percent$3(margin)}`;
		const finding = c.relative?.latencies.find((one) => one.id === id);
		if (c.relative === null || finding === void 0) return clause({
			...head,
			declared,
			outcome: "UNKNOWN",
			sentence: TOO_FEW_PAIRS
		});
		return clause({
			...head,
			declared,
			outcome: latencyOutcome(c, c.relative, finding),
			...interval$1(c, finding),
			sentence: `${facts$1(finding)} ${reading$3(c, c.relative, finding)}`.trim(),
			figures: figures$1(c, c.relative, finding)
		});
	});
}
/** No quantile in the baseline leaves nothing to compare with; none in the candidate alone is never a PASS. */
function latencyOutcome(c, { rejects, gross }, finding) {
	const { id, evidence, gating } = finding;
	if (!gating || evidence.kind === "not_applicable") return "REPORTED";
	if (c.point.kind === "gross" && gross.get(id)?.fires === true) return "FAIL";
	if (undecided(c) !== null) return "REPORTED";
	if (evidence.kind === "infinite") return evidence.outcome;
	if (evidence.kind === "missing") return evidence.arm === "baseline" ? "INVALID" : "INCONCLUSIVE";
	const decision = decidePaired(evidence, rejects.has(id));
	return decision === "PASS" && hidesAnswers(finding) ? "INCONCLUSIVE" : decision;
}
function interval$1(c, { evidence, gating }) {
	if (evidence.kind !== "finite") return {
		statistic: null,
		n: null,
		bound: null,
		limit: null
	};
	return {
		statistic: {
			value: evidence.increase,
			unit: "change"
		},
		n: evidence.pairs,
		bound: {
			lower: evidence.increaseLower,
			upper: evidence.increaseUpper,
			method: `paired t on ln ratios of nearest-rank quantiles, one-sided level ${figure(c.level)}`
		},
		limit: gating ? {
			value: evidence.allowedIncrease,
			unit: "change"
		} : null
	};
}
function facts$1({ id, evidence }) {
	const name = LATENCY_NAMES[id];
	switch (evidence.kind) {
		case "finite": {
			const candidateMs = evidence.baselineMs * (1 + evidence.increase);
			const bounds = `[${signedPercent(evidence.increaseLower)}, ${signedPercent(evidence.increaseUpper)}]`;
			return `${name} ${ms(candidateMs)} against ${ms(evidence.baselineMs)}: ${signedPercent(evidence.increase)} ${bounds} over ${evidence.pairs} pairs.`;
		}
		case "infinite": return `More than 5 % of the ${evidence.arm}'s requests failed in ${listed(evidence.pairs.map((pair) => `pair ${pair}`))}, so that run has no finite ${name}.`;
		case "missing": return `A ${evidence.arm} run has no answer with a known ${id === "ttft_p95" ? "TTFT" : "TPOT"}: it is unknown.`;
		case "not_applicable": return "Not applicable: every answer of both arms has exactly one output token.";
	}
}
function reading$3(c, relative, finding) {
	const { evidence, gating, minEffect } = finding;
	if (evidence.kind === "not_applicable") return "";
	if (!gating) return "The plan asks for no decision on it.";
	const allowed = evidence.kind === "finite" ? percent$3(evidence.allowedIncrease) : "";
	const floor = evidence.kind === "finite" && evidence.allowedIncrease * evidence.baselineMs <= minEffect.ms ? ` (the smallest effect worth a FAIL, ${ms(minEffect.ms)}, exceeds the declared margin)` : "";
	switch (latencyOutcome(c, relative, finding)) {
		case "FAIL":
			if (evidence.kind === "infinite") return "";
			return c.point.kind === "gross" ? `Gross regression, allowed ${allowed}${floor}: both pairs lie beyond twice the margin and agree, and the baseline held still; stopped after two pairs.` : `Slower beyond chance, and the estimate is beyond the ${allowed} allowed${floor}.`;
		case "PASS": return `Shown to stay inside the ${allowed} allowed${floor}.${evidence.kind === "finite" && evidence.shownWorse ? " A slowdown inside it was detected." : ""}`;
		case "INCONCLUSIVE":
			if (evidence.kind === "missing") return "Without it the clause can not be shown to hold.";
			if (hidesAnswers(finding)) return hidden(finding);
			return `Neither shown at the ${allowed} allowed${floor}.`;
		case "INVALID": return "There is nothing to compare the candidate with.";
		default: return undecided(c) ?? "";
	}
}
function hidden({ id, unknownShare: { baseline, candidate } }) {
	const name = id === "ttft_p95" ? "TTFT" : "TPOT";
	return `Not shown: for ${percent$3(candidate)} of the candidate's requests the answer came without evidence of its ${name} (baseline ${percent$3(baseline)}), and these may be the slow ones.`;
}
function figures$1(c, { rejects, gross }, { id, n, minEffect, evidence, unknownShare }) {
	const common = {
		answers_per_run: n,
		level: c.level,
		min_effect_ms: minEffect.ms,
		min_effect_declared_ms: minEffect.declaredMs,
		stamp_uncertainty_p50_ms: minEffect.stampUncertaintyMs,
		unknown_share_baseline: unknownShare.baseline,
		unknown_share_candidate: unknownShare.candidate
	};
	if (evidence.kind !== "finite") return common;
	return {
		...common,
		pairs: evidence.pairs,
		baseline_ms: evidence.baselineMs,
		candidate_ms: evidence.baselineMs * (1 + evidence.increase),
		allowed_increase: evidence.allowedIncrease,
		mean_log_ratio: evidence.mean,
		se: evidence.se,
		t_critical: evidence.tCritical,
		log_margin: evidence.logMargin,
		p_regression: evidence.pRegression,
		holm_rejects: rejects.has(id),
		gross: gross.get(id)?.fires ?? null
	};
}
// src/judge/gating/attainment.ts
const BLOCKS$1 = 10;
const SET_BY = {
	minimum: "the minimum of 2",
	near_miss: "near misses",
	ttft_ranks: "TTFT ranks",
	outcomes: "the outcomes"
};
function attainmentClauses(c) {
	return c.plan.slo.flatMap(({ id, objectives, attainment }) => objectives === null || attainment === null ? [] : [attainmentClause(c, {
		id,
		share: attainment,
		objectives
	})]);
}
function attainmentClause(c, target) {
	const head = {
		id: `attainment:${target.id}`,
		role: "gating",
		title: `Attainment of "${target.id}"`,
		declared: declared(target),
		limit: {
			value: target.share,
			unit: "share"
		}
	};
	const candidate = judgeArm(c, "candidate", target);
	const baseline = judgeArm(c, "baseline", target);
	if (candidate === null || baseline === null) {
		const sentence = `Unknown: the bound cuts the trace in ${BLOCKS$1} blocks and needs at least ${BLOCKS$1} requests of this SLO in a run that has its pair.`;
		return clause({
			...head,
			outcome: "UNKNOWN",
			sentence
		});
	}
	const outcome = outcomeOf(c, candidate, baseline, target);
	return clause({
		...head,
		outcome: outcome === "pre-existing" ? "REPORTED" : outcome,
		statistic: {
			value: candidate.share,
			unit: "share"
		},
		n: candidate.n,
		bound: {
			lower: candidate.lower,
			upper: candidate.upper,
			method: `cluster-adjusted Wilson, one-sided level ${figure(c.absoluteLevel)}, ${BLOCKS$1} time blocks`
		},
		sentence: `${facts(c, candidate, baseline, target)} ${reading$2(c, outcome, {
			candidate,
			baseline,
			target
		})}`,
		figures: {
			label: outcome === "pre-existing" ? outcome : null,
			...figures(c, candidate, baseline, target)
		}
	});
}
/** What the baseline fails too, while the candidate keeps every relative clause, is not this change's doing. */
function outcomeOf(c, candidate, baseline, { share }) {
	if (c.point.kind === "broken" || c.point.kind === "none") return "REPORTED";
	if (candidate.decision !== "PASS" && baseline.upper < share && relativePasses(c)) return "pre-existing";
	return candidate.decision;
}
function relativePasses(c) {
	const { relative } = c;
	if (relative === null || goodputOutcome(c, relative) !== "PASS" || failuresOutcome(c, relative) === "FAIL") return false;
	return relative.latencies.every((finding) => {
		const outcome = latencyOutcome(c, relative, finding);
		return outcome === "PASS" || outcome === "REPORTED";
	});
}
/** Null without a run, or with fewer requests than blocks. */
function judgeArm(c, arm, { id, share, objectives }) {
	const runs = c.pairs.map((pair) => judgedOf(pair[arm]).filter((one) => one.slo === id));
	if ((runs[0]?.length ?? 0) < BLOCKS$1) return null;
	return judgeAttainment(runs.map((run) => run.map((one) => one.misses.length === 0 ? 1 : 0)), {
		scores: runs.map((run) => run.map((one) => scoreOf(one, objectives))),
		ttftMs: runs.map((run) => run.map(({ record, figures }) => record?.outcome === "success" ? figures?.due.ttftMs.value ?? null : null))
	}, {
		target: share,
		level: c.absoluteLevel,
		blocks: BLOCKS$1
	});
}
/** Null for a request without a latency: failed, unsent, or without evidence for a declared limit. */
function scoreOf({ record, figures, misses }, objectives) {
	if (record?.outcome !== "success" || figures === null || misses.includes("no_evidence")) return null;
	const asked = askedOf(objectives, figures, "due");
	return latencyScore(Object.fromEntries(asked.map(({ miss, limitMs }) => [miss, limitMs])), Object.fromEntries(asked.map(({ miss, figure: { value } }) => [miss, value])));
}
function declared({ id, share, objectives }) {
	const parts = [
		["ttft", objectives.ttftMs],
		["first_visible", objectives.firstVisibleMs],
		["tpot", objectives.tpotMs],
		["max_gap", objectives.maxGapMs],
		["e2e", objectives.e2eMs]
	].flatMap(([name, limit]) => limit === null ? [] : [`${name}: ${ms(limit)}`]);
	return [
		`slo ${id}`,
		...parts,
		`attainment: ${percent$3(share)}`
	].join(", ");
}
function facts(c, candidate, baseline, { share }) {
	const confidence = percent$3(1 - c.absoluteLevel);
	return `${`Candidate ${candidate.qualified} of ${candidate.n * candidate.runs} requests (${percent$3(candidate.share)}), baseline ${baseline.qualified} of ${baseline.n * baseline.runs} (${percent$3(baseline.share)}), target ${percent$3(share)}.`} ${`The candidate's one-sided ${confidence} bounds are ${percent$3(candidate.lower)} and ${percent$3(candidate.upper)}: its ${candidate.n} distinct requests are worth ${figure(candidate.nEff)} independent ones (design effect ${figure(candidate.designEffect)}, floor ${figure(candidate.floor.value)} set by ${SET_BY[candidate.floor.setBy]}).`} ${`Plain Wilson, which assumes independent requests and repeats and does not decide: ${percent$3(candidate.plainPooled.lower)} and ${percent$3(candidate.plainPooled.upper)}.`}`;
}
function reading$2(c, outcome, { candidate, baseline, target }) {
	const scope = "This speaks of requests like those of this trace, at this load, on this machine; repeats do not widen it.";
	switch (outcome) {
		case "PASS": return `The lower bound reaches the target. ${scope}`;
		case "FAIL": return `The upper bound stays below the target. ${scope}`;
		case "pre-existing": return `Pre-existing: the baseline misses the target too (upper bound ${percent$3(baseline.upper)}) and the candidate keeps every relative clause, so this is reported and does not decide. ${scope}`;
		case "REPORTED": return undecided(c) ?? "";
		case "INCONCLUSIVE":
			if (candidate.reason === "absolute.knee") return `The lower bound reaches the target, but neighbours' TTFT ranks correlate at ${figure(candidate.floor.lag1Ttft)} (above ${KNEE_LAG1}): at the knee one trace can not show attainment.`;
			return `Neither shown: even without a miss it would take ${candidate.nNeeded} distinct requests to show ${percent$3(target.share)} at this correlation. More repeats do not help.`;
	}
}
function figures(c, candidate, baseline, { share }) {
	return {
		level: c.absoluteLevel,
		requests_per_run: candidate.n,
		runs: candidate.runs,
		qualified: candidate.qualified,
		plain_pooled_lower: candidate.plainPooled.lower,
		plain_pooled_upper: candidate.plainPooled.upper,
		plain_distinct_lower: candidate.plainDistinct.lower,
		plain_distinct_upper: candidate.plainDistinct.upper,
		plain_assumes: "independent requests; pooled: independent repeats too",
		floor: candidate.floor.value,
		floor_set_by: candidate.floor.setBy,
		tau_near_miss: candidate.floor.tauNearMiss,
		tau_ttft: candidate.floor.tauTtft,
		lag1_ttft: candidate.floor.lag1Ttft,
		knee: candidate.knee,
		n_eff: candidate.nEff,
		n_adjusted: candidate.nAdj,
		df: candidate.df,
		design_effect: candidate.designEffect,
		n_needed: candidate.nNeeded,
		baseline_qualified: baseline.qualified,
		baseline_share: baseline.share,
		baseline_lower: baseline.lower,
		baseline_upper: baseline.upper,
		baseline_misses_target: baseline.upper < share
	};
}
// src/judge/stated/stated.ts
/** What all stated clauses share: they say what a number means, and "unknown" where the evidence doesn't tell. */
/** A stated clause; `unknown` when something that it asks is not in the evidence. */
function stated(id, title, parts) {
	const { unknown = false, ...rest } = parts;
	return [clause({
		id,
		role: "stated",
		title,
		outcome: unknown ? "UNKNOWN" : "REPORTED",
		...rest
	})];
}
function replayedRuns$1(c, arm) {
	return c.runs.filter((run) => run.run.arm === arm && replayed(run));
}
/** Successful answers of the cohort over an arm's runs. */
function answers(c, arm) {
	return replayedRuns$1(c, arm).flatMap((run) => run.offered.flatMap(({ phase, record }) => phase === "cohort" && record?.outcome === "success" ? [record] : []));
}
/** `baseline A, candidate B`. */
function byArm$1(of) {
	return ARMS.map((arm) => `${arm} ${of(arm)}`).join(", ");
}
/** One figure per arm, named `<arm>_<name>`. */
function armFigure(name, of) {
	return Object.fromEntries(ARMS.map((arm) => [`${arm}_${name}`, of(arm)]));
}
/** Sum of the known values; null when none is known. */
function sumKnown(values) {
	const known = values.filter((value) => value !== null);
	return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
/** Each value once, in the order of first appearance. */
function distinct(values) {
	return [...new Set(values)];
}
// src/judge/stated/arrivals.ts
/** Within this distance of 1 the variation of the gaps is called that of Poisson arrivals. */
const POISSON_BAND = .1;
function arrivals({ evidence, plan }) {
	const { windowMs } = plan.workload;
	const cohort = cohortOf$1(evidence.trace, windowMs);
	const between = gaps(cohort.map(({ dueMs }) => dueMs).sort((a, b) => a - b));
	const meanGapMs = between.length === 0 ? null : mean(between);
	const cv = between.length < 2 || meanGapMs === 0 ? null : coefficientOfVariation(between);
	const rateRps = cohort.length * 1e3 / windowMs;
	const classes = Object.entries(countBy(cohort.map((request) => request.class)));
	return stated("arrivals", "Arrivals", {
		unknown: cv === null,
		n: cohort.length,
		sentence: `Open loop: each request leaves at the due time its trace gives it, whatever is still outstanding, without a cap on concurrency. ${counted(cohort.length, "request")} are due in a window of ${figure(windowMs / 1e3)} s, ${figure(rateRps)} requests/s; gaps between them average ${ms(meanGapMs)} with a coefficient of variation of ${figure(cv)}${distribution(cv)}. The times are those of the frozen trace ${evidence.trace.file}, the same in every run; by class: ${classes.map(([name, count]) => `${name} ${count}`).join(", ") || "none"}.`,
		figures: {
			requests: cohort.length,
			rate_rps: rateRps,
			mean_gap_ms: meanGapMs,
			gap_cv: cv,
			loop: "open"
		}
	});
}
function distribution(cv) {
	if (cv === null) return "";
	if (cv === 0) return " (evenly spaced)";
	if (Math.abs(cv - 1) <= POISSON_BAND) return " (as Poisson arrivals have)";
	return cv < 1 ? " (more regular than Poisson arrivals)" : " (burstier than Poisson arrivals)";
}
function countBy(names) {
	const counts = {};
	for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1;
	return counts;
}
// src/judge/stated/cache.ts
const POLICIES = {
	as_is: "left as start and warm-up made it; the warm-up uses prompts disjoint from the trace",
	reset: "reset before the replay"
};
function cache(c) {
	const runs = c.runs.map(({ run: { number, arm, cache: state } }) => {
		if (state === null) return `${number} ${arm} unknown`;
		return `${number} ${arm} ${c.plan.workload.cache === "reset" ? `${confirmation(state.resetConfirmed)}, ` : ""}probe TTFT ${ms(state.probeTtftMs)}, cached tokens ${figure(state.probeCachedTokens)}`;
	});
	return stated("cache", "Cache", {
		unknown: c.runs.some(({ run: { cache: state } }) => state === null || state.probeCachedTokens === null),
		declared: `workload.cache: ${c.plan.workload.cache}`,
		sentence: `The prefix cache is ${POLICIES[c.plan.workload.cache]}, by the same policy in both arms. One disjoint probe before each replay shows its state: ${runs.join("; ") || "unknown, no run"}.`,
		figures: Object.fromEntries(c.runs.map(({ run }) => [`run_${run.number}_probe_cached_tokens`, run.cache?.probeCachedTokens ?? null]))
	});
}
function confirmation(confirmed) {
	if (confirmed === null) return "reset unknown";
	return confirmed ? "reset confirmed" : "reset not confirmed";
}
// src/judge/stated/carry-over.ts
function carryOver(c) {
	const [first, ...later] = replayedRuns$1(c, "candidate");
	if (first === void 0 || later.length === 0) return stated("carry_over", "Carry-over", {
		unknown: true,
		sentence: "Unknown: it compares the first candidate run with later ones, and there are fewer than two."
	});
	const goodput = range$1(later, ({ figures }) => figures.goodputRps);
	const ttft = range$1(later, ({ figures }) => figures.latencies.ttftMs.p95);
	const firstTtft = first.figures.latencies.ttftMs.p95;
	return stated("carry_over", "Carry-over", {
		unknown: ttft === null || firstTtft === null,
		n: later.length + 1,
		sentence: `First candidate run (run ${first.run.number}) against ${later.length} later: goodput ${figure(first.figures.goodputRps)} against ${span(goodput, figure)} requests/s; p95 TTFT ${ms(firstTtft)} against ${span(ttft, ms)}. A first run outside the range of the later ones would hint that something survives a restart: page cache, compiled kernels, temperature.`,
		figures: {
			first_goodput_rps: first.figures.goodputRps,
			later_goodput_rps_lowest: goodput?.low ?? null,
			later_goodput_rps_highest: goodput?.high ?? null,
			first_ttft_p95_ms: firstTtft,
			later_ttft_p95_ms_lowest: ttft?.low ?? null,
			later_ttft_p95_ms_highest: ttft?.high ?? null
		}
	});
}
function range$1(runs, of) {
	const values = runs.flatMap((run) => of(run) ?? []);
	return values.length === 0 ? null : {
		low: Math.min(...values),
		high: Math.max(...values)
	};
}
function span(found, text) {
	if (found === null) return "unknown";
	return found.low === found.high ? text(found.low) : `${text(found.low)} to ${text(found.high)}`;
}
// src/judge/stated/clock.ts
/** Stated clause `clock`: when latencies start and end, and seen from where. */
function clock(c) {
	const { host, gate } = c.evidence.session;
	const latency = (arm) => c.arms[arm].latencies;
	const paths = new Set(ARMS.map((arm) => path(c.plan.arms[arm].url)));
	return stated("clock", "Clock", {
		sentence: `Latencies and objectives start when the trace says that the request is due, so that time spent waiting to be sent counts (coordinated omission); p95 TTFT from due ${byArm$1((arm) => ms(latency(arm).ttftMs.p95))}, from the send ${byArm$1((arm) => ms(latency(arm).ttftSentMs.p95))}. TTFT ends at the first event with generated output of any kind, E2E at the moment the outcome is known. Stamps are the upper ends of intervals on the gate's monotonic clock, never early. Vantage point: the gate's process on ${host.cores} cores of ${host.cpu} (${gate.platform}); network path: ${[...paths].join("; ")}. What the engine itself measures is not in these figures.`,
		figures: {
			starts_at: "due",
			baseline_ttft_p95_due_ms: latency("baseline").ttftMs.p95,
			baseline_ttft_p95_sent_ms: latency("baseline").ttftSentMs.p95,
			candidate_ttft_p95_due_ms: latency("candidate").ttftMs.p95,
			candidate_ttft_p95_sent_ms: latency("candidate").ttftSentMs.p95
		}
	});
}
function path(url) {
	if (url === null) return "loopback of the same host, HTTP/1.1, no TLS";
	return url.startsWith("https:") ? `${url}, with TLS, other hops unknown` : `${url}, no TLS, other hops unknown`;
}
// src/judge/stated/cost.ts
function cost(c) {
	const serverSeconds = (arm) => {
		const { qualified } = c.arms[arm];
		const windowS = replayedRuns$1(c, arm).length * c.plan.workload.windowMs / 1e3;
		return qualified === 0 ? null : windowS / qualified;
	};
	return stated("cost", "Cost", {
		unknown: true,
		sentence: `Server-seconds of the window per qualified answer: ${byArm$1((arm) => figure(serverSeconds(arm)))}. GPU-seconds are that times the number of GPUs, which is unknown, as is their price; start, warm-up and drain are not in it.`,
		figures: armFigure("server_seconds_per_qualified", serverSeconds)
	});
}
// src/judge/stated/definitions.ts
/** Stated clause `definitions`: the formula of every figure, with n and a bound for each percentile shown. */
const SHOWN = [
	[
		"TTFT",
		"ttft",
		"ttftMs"
	],
	[
		"TPOT",
		"tpot",
		"tpotMs"
	],
	[
		"longest gap",
		"max_gap",
		"maxGapMs"
	],
	[
		"E2E",
		"e2e",
		"e2eMs"
	]
];
function definitions(c) {
	return stated("definitions", "Definitions", {
		sentence: `Attainment = qualified / offered. Goodput = qualified / declared window. TTFT = first output - due. TPOT = (last output - first output) / (n - 1), with n - m where the first event is known to hold m of the n output tokens; an answer of one token has none. Longest gap = largest time between two output events, whatever they hold. ITL = single such gaps, only where an event's tokens are known. E2E = outcome known - due. Percentiles are nearest-rank over the successful answers of one run; an arm shows the geometric mean over its runs, never a percentile of pooled requests. p95 with the smallest number of values in a run and the largest one-sided 95 % rank bound of a run, descriptive, with n/3 in place of n because neighbours share a queue: ${SHOWN.map(([name, , latency]) => `${name} ${byArm$1((arm) => bounded(c, arm, latency))}`).join("; ")}.`,
		figures: Object.fromEntries(SHOWN.flatMap(([, key, latency]) => ["baseline", "candidate"].flatMap((arm) => {
			const { n, upperMs } = bound(c, arm, latency);
			return [
				[`${arm}_${key}_n`, n],
				[`${arm}_${key}_p95_ms`, c.arms[arm].latencies[latency].p95],
				[`${arm}_${key}_p95_upper_ms`, upperMs]
			];
		})))
	});
}
function bounded(c, arm, latency) {
	const { n, upperMs } = bound(c, arm, latency);
	const p95 = c.arms[arm].latencies[latency].p95;
	if (p95 === null) return `not supported by n = ${n}`;
	return `${ms(p95)} (n ${n}, bound ${upperMs === null ? "not supported by n" : ms(upperMs)})`;
}
function bound(c, arm, latency) {
	const samples = replayedRuns$1(c, arm).map((run) => sorted(valuesOf$1(run, latency)));
	const n = samples.reduce((least, sample) => Math.min(least, sample.length), Number.POSITIVE_INFINITY);
	const uppers = samples.map((sample) => {
		const rank = clusteredUpperRank(sample.length, {
			num: 95,
			den: 100
		}, .95);
		return rank === null ? null : at$1(sample, rank - 1);
	});
	const known = uppers.filter((upper) => upper !== null);
	const upperMs = known.length === 0 || known.length < uppers.length ? null : Math.max(...known);
	return {
		n: Number.isFinite(n) ? n : 0,
		upperMs
	};
}
function valuesOf$1(run, latency) {
	return judgedOf(run).flatMap(({ record, figures }) => record?.outcome === "success" && figures !== null ? latencyOf(figures, latency) ?? [] : []);
}
// src/judge/stated/generator.ts
/** An objective is named when the stamp width at p99 exceeds this share of it. */
const OBJECTIVE_SHARE = .1;
/** What the p99 stamp width aims at, ms. */
const WIDTH_TARGET_MS = 1;
function generator$1(c) {
	const runs = c.runs.flatMap(({ run }) => run.health === null ? [] : [{
		run,
		health: run.health
	}]);
	const widths = runs.flatMap(({ health }) => health.stampUncertaintyMs?.p99 ?? []);
	const widestMs = widths.length === 0 ? null : Math.max(...widths);
	const each = runs.map(({ run, health }) => `${run.number} ${run.arm}: ${describe$1(health)}`);
	const byRun = each.length === 0 ? "What each run did is unknown: none measured it." : `By run (${LEGEND}): ${each.join("; ")}.`;
	return stated("generator", "Generator", {
		unknown: runs.length < c.runs.length || runs.length === 0 || widths.length < runs.length,
		n: runs.length,
		sentence: `Schedule lag (sent - due) at worst in a run, p50/p99/max: ${byArm$1((arm) => armLag(runs, arm))}. ${byRun} ${stampSentence(c, widestMs)} The width covers how late a stamp may be by the gate's own reading; it does not cover time in which the machine did not schedule the gate at all.`,
		figures: {
			widest_stamp_p99_ms: widestMs,
			...Object.fromEntries(runs.flatMap(({ run, health }) => [
				[`run_${run.number}_lag_p99_ms`, health.scheduleLagMs?.p99 ?? null],
				[`run_${run.number}_stamp_p99_ms`, health.stampUncertaintyMs?.p99 ?? null],
				[`run_${run.number}_loop_delay_max_ms`, health.eventLoopDelayMs.max],
				[`run_${run.number}_cpu_share`, cpuShare$1(health)]
			]))
		}
	});
}
/** What `describe` lists, in its order. */
const LEGEND = "schedule lag, event-loop delay and stamp width as p50/p99/max ms; CPU of a core; garbage collections and the longest; sockets opened/reused; reads of the largest loop iteration; share of reads that were a stream's second; buffers allocated late";
function describe$1({ scheduleLagMs, eventLoopDelayMs, stampUncertaintyMs, gc, sockets, ...health }) {
	const share = cpuShare$1(health);
	return [
		spread(scheduleLagMs),
		spread(eventLoopDelayMs),
		spread(stampUncertaintyMs),
		share === null ? "unknown" : percent$3(share),
		`${gc.count} and ${ms(gc.longestMs)}`,
		`${sockets.opened}/${sockets.reused}`,
		String(health.largestIteration),
		percent$3(health.secondReadShare),
		String(health.lateBlocks)
	].join(", ");
}
function spread(of) {
	return of === null ? "unknown" : `${figure(of.p50)}/${figure(of.p99)}/${figure(of.max)}`;
}
/** Largest lag figures of an arm's runs. */
function armLag(runs, arm) {
	const lags = runs.flatMap(({ run, health }) => run.arm === arm ? health.scheduleLagMs ?? [] : []);
	if (lags.length === 0) return "unknown";
	const largest = (key) => figure(Math.max(...lags.map((lag) => lag[key])));
	return `${largest("p50")}/${largest("p99")}/${largest("max")} ms`;
}
function stampSentence({ plan }, widestMs) {
	if (widestMs === null) return "How late stamps may be is unknown.";
	const target = widestMs > WIDTH_TARGET_MS ? `The widest p99 stamp width, ${ms(widestMs)}, misses the target of ${ms(WIDTH_TARGET_MS)}.` : `The widest p99 stamp width, ${ms(widestMs)}, meets the target of ${ms(WIDTH_TARGET_MS)}.`;
	const coarse = plan.slo.flatMap(({ id, objectives }) => Object.entries(objectives ?? {}).flatMap(([name, limitMs]) => limitMs !== null && widestMs > OBJECTIVE_SHARE * limitMs ? [`${id} ${name.replace(/Ms$/, "")} ${ms(limitMs)}`] : []));
	return `${target} ${coarse.length === 0 ? "It is under a tenth of every objective." : `It is more than a tenth of ${listed(coarse)}: results near these limits are not to be trusted to the last place.`}`;
}
function cpuShare$1({ cpuMs, wallMs }) {
	return wallMs > 0 ? cpuMs / wallMs : null;
}
// src/judge/stated/isolation.ts
function isolation(c) {
	const { host } = c.evidence.session;
	return stated("isolation", "Isolation", {
		unknown: true,
		sentence: `One server is measured at a time. Servers: ${byArm$1((arm) => lifecycle(c, arm))}. The generator shares the host's ${host.cores} cores with a server that the gate starts. Whether anything else used the CPU or the GPU meanwhile is unknown: the gate takes no lock on the device and reads no GPU telemetry.`,
		figures: {
			cores: host.cores,
			memory_bytes: host.memoryBytes
		}
	});
}
function lifecycle(c, arm) {
	const launch = c.evidence.session.launches[arm];
	if (launch === null) return "already running, not started or stopped by the gate";
	return launch.scratch ? "a fresh process for every run, stopped with its process group, with its own home and cache folder" : "a fresh process for every run, stopped with its process group, in the home and cache folders of the user";
}
// src/judge/stated/not-tested.ts
/** Checks of the decision procedure that this version does not evaluate, by the names reports use. */
const NOT_EVALUATED = [
	"drift of the baseline between runs (V4)",
	"Little's law against the server's own gauge (V5)",
	"growth of the backlog and the clause sustained (V6)",
	"equal work in both arms and the clause same_work (V7)",
	"coalesced answers and the clause streaming",
	"declared quality checks",
	"the roofline of the model"
];
function notTested(c) {
	const { windowMs } = c.plan.workload;
	return stated("conditions_not_tested", "Conditions not tested", {
		sentence: `Not tested: any other load than this trace's (${c.runs[0]?.figures.offered ?? 0} requests in ${figure(windowMs / 1e3)} s), so neither capacity nor overload; other prompts, lengths, languages and models; runs longer than the window, and what builds up over hours; other machines and networks; sessions on another day, whose machine may run at another speed; users who cancel, retry or answer. Not evaluated by this version of the gate: ${listed(NOT_EVALUATED)}.`,
		figures: { checks_not_evaluated: NOT_EVALUATED.length }
	});
}
// src/judge/stated/order.ts
/** Stated clause `order`: which runs took place, in which order, and what was done with them. */
function order(c) {
	const { order: seeded, attempt } = c.evidence.session;
	const { looks, grossFail } = c.plan.comparison;
	const realised = c.runs.map(({ run }) => ORDER_LETTERS[run.arm]).join("");
	const broken = c.runs.filter(({ run }) => run.end !== "complete").map(({ run }) => `run ${run.number} (${run.end})`);
	const stop = {
		look: `judged at the look after ${counted(c.pairs.length, "pair")}`,
		gross: `judged after ${counted(c.pairs.length, "pair")}, before any look`,
		broken: `ended by a broken server after ${counted(c.pairs.length, "whole pair")}`,
		none: `not judged at a planned point; ${counted(c.pairs.length, "pair")} are whole`
	}[c.point.kind];
	return stated("order", "Order and repetitions", {
		unknown: attempt > 1,
		n: c.runs.length,
		sentence: `Quads BCCB or CBBC by a coin seeded with ${seeded.seed}: planned ${seeded.planned}, realised ${realised || "nothing"} (B baseline, C candidate). Looks after ${listed(looks.map(String))} pairs${grossFail ? ", a gross regression already after 2" : ""}; the session was ${stop}. Runs that did not complete: ${listed(broken)}; later runs in the bundle that were not used: ${c.unusedRuns}. Attempt ${attempt} of this comparison${attempt > 1 ? "; what earlier attempts found is unknown to this bundle" : ""}.`,
		figures: {
			seed: seeded.seed,
			planned: seeded.planned,
			realised,
			attempt,
			unused_runs: c.unusedRuns
		}
	});
}
// src/judge/stated/prompts.ts
/** Upper ends of the length bands, tokens. */
const BANDS = [
	128,
	512,
	2048,
	8192,
	32768
];
function prompts(c) {
	const { trace } = c.evidence;
	const cohort = cohortOf$1(trace, c.plan.workload.windowMs);
	const fromTrace = cohort.flatMap(({ inputTokens }) => inputTokens ?? []);
	const fromServer = answers(c, "baseline").flatMap((record) => record.tokens.prompt ?? []);
	const [lengths, whose] = fromTrace.length === cohort.length && cohort.length > 0 ? [fromTrace, "the trace's input_tokens"] : [fromServer, "the baseline server's own count"];
	const hitShare = (arm) => cachedShare(c, arm);
	const sample = sorted(lengths);
	const [median, longest] = sample.length === 0 ? [null, null] : [nearestRank(sample, {
		num: 1,
		den: 2
	}), sample.at(-1) ?? null];
	const unknown = lengths.length === 0 || hitShare("baseline") === null || hitShare("candidate") === null;
	const size = lengths.length === 0 ? "Their lengths in tokens are unknown: neither trace nor server tells." : `Lengths by ${whose}: median ${figure(median)}, longest ${figure(longest)} tokens; by band: ${bands(lengths)}.`;
	return stated("prompts", "Prompts", {
		unknown,
		n: cohort.length,
		sentence: `The prompts are those of ${trace.file} (SHA-256 ${trace.sha256.slice(0, 12)}), byte for byte, in every run of both arms; whether they are production text, synthetic or a public set the trace itself does not say. ${size} Share of prompt tokens that the server took from its prefix cache: ${byArm$1((arm) => shareText(hitShare(arm)))}.`,
		figures: {
			prompt_tokens_median: median,
			prompt_tokens_longest: longest,
			...armFigure("cached_prompt_share", hitShare)
		}
	});
}
function bands(lengths) {
	const edges = [
		0,
		...BANDS,
		Number.POSITIVE_INFINITY
	];
	return edges.slice(0, -1).flatMap((low, i) => {
		const high = edges[i + 1] ?? Number.POSITIVE_INFINITY;
		const count = lengths.filter((length) => length > low && length <= high).length;
		if (count === 0) return [];
		return [`${Number.isFinite(high) ? `${low + 1} to ${high}` : `above ${low}`}: ${count}`];
	}).join(", ");
}
/** Null where no answer tells both counts. */
function cachedShare(c, arm) {
	const telling = answers(c, arm).filter(({ tokens }) => tokens.prompt !== null && tokens.cachedPrompt !== null);
	const all = sumKnown(telling.map(({ tokens }) => tokens.prompt));
	const cached = sumKnown(telling.map(({ tokens }) => tokens.cachedPrompt));
	return all === null || cached === null || all === 0 ? null : cached / all;
}
function shareText(share) {
	return share === null ? "unknown" : percent$3(share);
}
// src/judge/stated/quality.ts
function quality$1(c) {
	const { same, compared } = sameText(c);
	const agreement = compared === 0 ? "no answer could be compared" : `${same} of ${compared} answers to the same request of a pair have the same text in both arms`;
	return stated("quality", "Quality", {
		unknown: true,
		n: compared,
		sentence: `The only check on content is that an answer must not end by "length" before its max_tokens; it failed in ${byArm$1((arm) => `${c.arms[arm].misses.quality} of ${c.arms[arm].offered}`)}. Whether the answers are right at this configuration (quantisation, kernels, sampling) is unknown: ${agreement}, which proves nothing where sampling is not greedy.`,
		figures: {
			same_text: same,
			compared_answers: compared,
			baseline_too_short: c.arms.baseline.misses.quality,
			candidate_too_short: c.arms.candidate.misses.quality
		}
	});
}
function sameText({ pairs }) {
	let same = 0;
	let compared = 0;
	for (const { baseline, candidate } of pairs) baseline.offered.forEach(({ phase, record: before }, i) => {
		const after = candidate.offered[i]?.record;
		if (phase !== "cohort" || before?.outcome !== "success" || after?.outcome !== "success") return;
		compared += 1;
		if (before.text === after.text) same += 1;
	});
	return {
		same,
		compared
	};
}
// src/judge/rules/detectable.ts
/** The smallest change a session could have called FAIL (section 7.1). */
/** The power at which a change counts as detectable: four sessions of five. */
const POWER = .8;
/**
* @param se standard error the clause used, on the log scale
* @param terms `pairs` K >= 2, `logMargin` < 0, one-sided `level` of the last look
*/
function smallestDetectable(se, { pairs, logMargin, level, power = POWER }) {
	const df = pairs - 1;
	const change = (error) => Math.max(tQuantile(1 - level, df) * error, -logMargin) + tQuantile(power, df) * error;
	const seHigh = se * Math.sqrt(df / chiSquareQuantile(.1, df));
	return {
		logChange: change(se),
		seHigh,
		logChangeHigh: change(seHigh)
	};
}
/** The share of goodput lost at a log change. */
function asLoss(logChange) {
	return 1 - Math.exp(-logChange);
}
/** The relative increase of a latency at a log change. */
function asIncrease(logChange) {
	return Math.exp(logChange) - 1;
}
// src/judge/stated/smallest-change.ts
function smallestChange(c) {
	const { relative, level } = c;
	if (relative === null) return stated("smallest_detectable_change", "Smallest detectable change", {
		unknown: true,
		sentence: "Unknown: fewer than two pairs replayed the trace."
	});
	const { goodput } = relative;
	const seen = [describe("goodput", "loss of goodput", goodput, {
		level,
		as: asLoss
	}), ...relative.latencies.flatMap(({ id, evidence }) => evidence.kind === "finite" ? [describe(id, `increase of ${LATENCY_NAMES[id]}`, evidence, {
		level,
		as: asIncrease
	})] : [])];
	return stated("smallest_detectable_change", "Smallest detectable change", {
		n: goodput.pairs,
		sentence: `A true change of this size would have been called FAIL in about four sessions of five like this one: ${seen.map(({ text }) => text).join("; ")}. The second figure allows for a standard error that is itself uncertain. The smallest goodput margin that this data would have passed is ${percent$3(Math.max(0, goodput.smallestPassingMargin))}; it is information, and no margin may be chosen by it.`,
		figures: {
			level,
			smallest_passing_goodput_margin: goodput.smallestPassingMargin,
			...Object.fromEntries(seen.flatMap(({ id, change, changeHigh }) => [[id, change], [`${id}_cautious`, changeHigh]]))
		}
	});
}
function describe(id, name, { se, pairs, logMargin }, { level, as }) {
	const { logChange, logChangeHigh } = smallestDetectable(se, {
		pairs,
		logMargin,
		level
	});
	const [change, changeHigh] = [as(logChange), as(logChangeHigh)];
	return {
		id,
		text: `${name} ${percent$3(change)} (cautiously ${percent$3(changeHigh)})`,
		change,
		changeHigh
	};
}
// src/judge/stated/speculation.ts
function speculation(c) {
	const several = (arm) => answers(c, arm).filter(({ tokens, outputMs }) => tokens.count !== null && tokens.count > outputMs.length).length;
	return stated("speculation", "Speculation", {
		unknown: true,
		sentence: `Whether a server speculates, and with which acceptance, is unknown: streams do not tell, and the gate neither injects an acceptance rate nor reads one. Answers with fewer events than tokens, as speculation or batched output makes them: ${byArm$1((arm) => `${several(arm)} of ${answers(c, arm).length}`)}. Acceptance depends on the text, so a pace measured on these prompts holds for these prompts.`,
		figures: armFigure("answers_with_fewer_events_than_tokens", several)
	});
}
// src/judge/stated/tokens.ts
function tokens(c) {
	const uncounted = (arm) => answers(c, arm).filter((record) => record.tokens.count === null).length;
	const total = (arm) => sumKnown(answers(c, arm).map((record) => record.tokens.count));
	const reasoning = (arm) => sumKnown(answers(c, arm).map((record) => record.tokens.reasoning));
	const perToken = (arm) => answers(c, arm).filter((record) => record.perToken.basis !== null).length;
	return stated("tokens", "Tokens", {
		unknown: true,
		n: answers(c, "baseline").length + answers(c, "candidate").length,
		sentence: `Output tokens of the successful answers by source of the count: ${byArm$1((arm) => sources(answers(c, arm)))}; never the number of events. Answers without a count: ${byArm$1((arm) => String(uncounted(arm)))}. Tokens counted: ${byArm$1((arm) => figure(total(arm)))}, of which reasoning: ${byArm$1((arm) => figure(reasoning(arm)))}. Single gaps can be read as time between tokens in ${byArm$1((arm) => `${perToken(arm)} of ${counted(answers(c, arm).length, "answer")}`)}${reasons(c)}. Whose tokenizer made the counts is the server's affair; the language of prompts and answers is unknown, and tokens per word differ between languages.`,
		figures: {
			...armFigure("answers", (arm) => answers(c, arm).length),
			...armFigure("without_count", uncounted),
			...armFigure("output_tokens", total),
			...armFigure("reasoning_tokens", reasoning),
			...armFigure("per_token_answers", perToken)
		}
	});
}
function sources(records) {
	const parts = distinct(records.map((record) => record.tokens.source)).sort().map((name) => `${name} ${records.filter((record) => record.tokens.source === name).length}`);
	return parts.length === 0 ? "no answers" : parts.join(" + ");
}
/** Why not, most frequent first; at most three. */
function reasons(c) {
	const found = [...answers(c, "baseline"), ...answers(c, "candidate")].flatMap(({ perToken }) => perToken.reason ?? []);
	const ranked = distinct(found).map((reason) => ({
		reason,
		times: found.filter((one) => one === reason).length
	})).sort((a, b) => b.times - a.times || (a.reason < b.reason ? -1 : 1));
	if (ranked.length === 0) return "";
	return ` (else: ${ranked.slice(0, 3).map(({ reason, times }) => `${reason}, ${times} times`).join("; ")})`;
}
// src/judge/stated/versions.ts
function versions(c) {
	const { gate, host, planSha256, difference } = c.evidence.session;
	const of = (arm, key) => distinct(c.runs.flatMap(({ run }) => run.arm === arm ? run.identity?.[key] ?? [] : [])).join(" and ") || "unknown";
	const models = (arm) => distinct(c.runs.flatMap(({ run }) => run.arm === arm ? run.identity?.models ?? [] : [])).join(" and ") || "unknown";
	const changed = difference.length === 0 ? "none" : difference.join("; ");
	return stated("versions", "Versions", {
		unknown: true,
		sentence: `Gate ${gate.version} (source ${gate.source}) on Node ${gate.node}, ${gate.platform}, ${host.cores} cores of ${host.cpu}. Engine: ${byArm$1((arm) => of(arm, "engine"))}. Declared identity: ${byArm$1((arm) => of(arm, "declared"))}. Models listed: ${byArm$1(models)}; asked for: ${c.plan.request.model}. Declared difference between the launches: ${changed}. Plan SHA-256 ${planSha256}, trace SHA-256 ${c.evidence.trace.sha256}. Tokenizer, chat template, quantisation, driver, and kind and number of GPUs are unknown to the gate.`,
		figures: {
			gate_version: gate.version,
			gate_source: gate.source,
			gate_node: gate.node,
			baseline_engine: of("baseline", "engine"),
			candidate_engine: of("candidate", "engine")
		}
	});
}
// src/judge/stated/window.ts
function window(c) {
	const { windowMs, leadInMs, leadOutMs, drainMs, warmupMs } = c.plan.workload;
	const count = (phase) => c.evidence.trace.requests.filter(({ dueMs }) => phaseOf(dueMs, windowMs) === phase).length;
	const unjudged = count("cohort") - (c.runs.find((run) => run.figures.offered > 0)?.figures.offered ?? count("cohort"));
	const seconds = (value) => `${figure(value / 1e3)} s`;
	const start = leadInMs === 0 ? "It starts on an idle server. " : "";
	return stated("window", "Window", {
		n: count("cohort"),
		sentence: `The arrival cohort is what is due in [0, ${seconds(windowMs)}): ${counted(count("cohort"), "request")} in each run, followed to their outcome however late. Offered and recorded, but left out of the cohort: ${counted(count("lead_in"), "request")} of a lead-in of ${seconds(leadInMs)} and ${count("lead_out")} of a lead-out of ${seconds(leadOutMs)}; the drain waits up to ${seconds(drainMs)}, and ${seconds(warmupMs)} of other prompts warm up the server before. ${start}${counted(unjudged, "request")} of the cohort belong to no SLO. Goodput divides by the ${seconds(windowMs)} of the window in both arms; outstanding at its start and end, mean over the runs: ${byArm$1((arm) => outstanding(c, arm))}.`,
		figures: {
			window_ms: windowMs,
			lead_in_ms: leadInMs,
			lead_out_ms: leadOutMs,
			drain_ms: drainMs,
			warmup_ms: warmupMs,
			lead_in_requests: count("lead_in"),
			cohort_requests: count("cohort"),
			lead_out_requests: count("lead_out"),
			cohort_without_slo: unjudged
		}
	});
}
function outstanding(c, arm) {
	const runs = c.runs.filter(({ run }) => run.arm === arm && run.end === "complete").map(({ figures }) => figures.wallClock);
	if (runs.length === 0) return "unknown";
	const mean = (of) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
	return `${figure(mean((run) => run.outstandingAtStart))} and ${figure(mean((run) => run.outstandingAtEnd))}`;
}
// src/judge/stated/index.ts
const STATED = [
	arrivals,
	clock,
	window,
	definitions,
	tokens,
	prompts,
	speculation,
	quality$1,
	versions,
	cache,
	order,
	generator$1,
	cost,
	smallestChange,
	carryOver,
	isolation,
	notTested
];
// src/judge/validity/candidate-broken.ts
/** Crashes of the candidate that end a session; one alone costs its own requests. */
const FATAL_CRASHES = 2;
/** Pairs in which the candidate qualifies nothing. */
const EMPTY_PAIRS = 2;
function candidateBroken(c) {
	const runs = c.runs.filter(({ run }) => run.arm === "candidate");
	const failedStart = runs.find(({ run }) => run.end === "never_ready" || run.end === "exited_early");
	if (failedStart !== void 0) return {
		what: describeEnd(failedStart),
		run: failedStart
	};
	const crashed = crashesOf(runs);
	const last = crashed.at(-1);
	if (last !== void 0 && crashed.length >= FATAL_CRASHES) return {
		what: `The candidate crashed in runs ${listed(crashed.map(({ run }) => String(run.number)))}.`,
		run: last
	};
	return qualifiesNothing(c);
}
function candidateBrokenClause(c) {
	const broken = candidateBroken(c);
	const runs = c.runs.filter(({ run }) => run.arm === "candidate");
	const crashed = crashesOf(runs);
	return [clause({
		id: "candidate_broken",
		role: "validity",
		title: "The candidate runs at all",
		outcome: broken === null ? "PASS" : "FAIL",
		n: runs.length,
		sentence: broken?.what ?? standing(runs, crashed),
		figures: {
			runs: runs.length,
			crashed: crashed.length,
			fatal_crashes: FATAL_CRASHES
		}
	})];
}
/** How a run's server ended, with the reason the run gives. */
function describeEnd({ run }) {
	const ends = {
		never_ready: "never became ready",
		exited_early: "exited before it was ready",
		crashed: "crashed"
	};
	const end = run.end in ends ? ends[run.end] : `ended as "${run.end}"`;
	return `The ${run.arm} ${end} in run ${run.number}${run.endReason === null ? "" : `: ${run.endReason}`}.`;
}
function crashesOf(runs) {
	return runs.filter(({ run }) => run.end === "crashed");
}
function standing(runs, crashed) {
	const [crash] = crashed;
	if (crash === void 0) return `The candidate's server started and stayed up in ${counted(runs.length, "run")}.`;
	return `${describeEnd(crash)} The requests it left unanswered count as failures; a second crash would end the session.`;
}
function qualifiesNothing(c) {
	const empty = c.pairs.filter(({ baseline, candidate }) => isWhole$1(baseline) && isWhole$1(candidate) && candidate.figures.offered > 0 && candidate.figures.qualified === 0);
	if (empty.length < EMPTY_PAIRS || !meetsTargets(empty.map(({ baseline }) => baseline), c)) return null;
	return {
		what: `The candidate qualified none of ${empty.reduce((sum, { candidate }) => sum + candidate.figures.offered, 0)} requests in ${empty.length} pairs in which the baseline met its target.`,
		run: null
	};
}
/** Nothing may be held against a server where the evidence has holes, or where the generator sent nothing. */
function isWhole$1(run) {
	return run.problems.length === 0 && !judgedOf(run).some((one) => unsentByClient(one, run.run));
}
/** Whether the share of qualified requests reaches the target of each SLO over the runs. */
function meetsTargets(runs, { plan }) {
	return plan.slo.every(({ id, objectives, attainment }) => {
		if (objectives === null || attainment === null) return true;
		const offered = runs.flatMap((run) => judgedOf(run).filter((one) => one.slo === id));
		return offered.filter(({ misses }) => misses.length === 0).length >= attainment * offered.length;
	});
}
// src/judge/validity/baseline.ts
const BROKEN_ENDS = /* @__PURE__ */ new Set([
	"never_ready",
	"exited_early",
	"crashed"
]);
/** The first baseline run whose server broke. */
function brokenBaseline(c) {
	return c.runs.find(({ run }) => run.arm === "baseline" && BROKEN_ENDS.has(run.end)) ?? null;
}
function baselineClause(c) {
	const broken = brokenBaseline(c);
	const runs = c.runs.filter(({ run }) => run.arm === "baseline");
	return [clause({
		id: "baseline",
		role: "validity",
		title: "The baseline runs",
		outcome: broken === null ? "PASS" : "INVALID",
		n: runs.length,
		sentence: broken === null ? `The baseline's server started and stayed up in ${counted(runs.length, "run")}.` : `${describeEnd(broken)} Without its baseline the session can not judge the candidate.`,
		figures: {
			runs: runs.length,
			broken: runs.filter(({ run }) => BROKEN_ENDS.has(run.end)).length
		}
	})];
}
// src/judge/validity/evidence.ts
/** `evidence`: everything the verdict needs is there (V2, V3 and V8 of section 5.1). */
/** Above this share of baseline requests without evidence for an objective the session measures nothing. */
const MAX_NO_EVIDENCE = .01;
const UNFINISHED = /* @__PURE__ */ new Set(["running", "interrupted"]);
function evidenceClause(c) {
	const problems = evidenceProblems(c);
	const records = c.runs.reduce((sum, run) => sum + run.offered.filter(({ record }) => record !== null).length, 0);
	return [clause({
		id: "evidence",
		role: "validity",
		title: "The evidence is complete",
		outcome: problems.length === 0 ? "PASS" : "INVALID",
		n: records,
		statistic: {
			value: noEvidenceShare(c),
			unit: "share"
		},
		limit: {
			value: MAX_NO_EVIDENCE,
			unit: "share"
		},
		sentence: problems.length === 0 ? `${counted(c.runs.length, "run")} in the seeded order, ${counted(records, "record")}, one for each offered request; ${noEvidence(c)}.` : `${problems.length === 1 ? "Missing" : `${problems.length} things are missing`}: ${problems.join("; ")}.`,
		figures: {
			problems: problems.length,
			no_evidence_baseline: c.arms.baseline.misses.no_evidence
		}
	})];
}
/** What is missing, contradictory or unreadable, in words; empty when the evidence is whole. */
function evidenceProblems(c) {
	const share = noEvidenceShare(c);
	return [
		...traceProblems(c),
		...orderProblems(c),
		...c.runs.flatMap(({ run }) => UNFINISHED.has(run.end) ? [`run ${run.number} (${run.arm}) did not finish`] : []),
		...c.runs.flatMap(({ run, problems }) => problems.map((problem) => `run ${run.number} (${run.arm}): ${problem}`)),
		...share !== null && share > MAX_NO_EVIDENCE ? [`${noEvidence(c)}, more than ${percent$3(MAX_NO_EVIDENCE)}`] : []
	];
}
function traceProblems({ plan, evidence }) {
	const { trace } = evidence;
	const found = [];
	if (trace.sha256 !== plan.workload.sha256) found.push(`the trace's hash is ${trace.sha256}, the plan declares ${plan.workload.sha256}`);
	const homeless = [...new Set(trace.requests.map((request) => request.class))].filter((name) => sloOf(plan, name) === null);
	if (homeless.length > 0) found.push(`no entry of slo matches class ${homeless.map((name) => `"${name}"`).join(", ")}`);
	return found;
}
/** Runs are numbered from 1 without a gap, and each has the arm that the seed gave it. */
function orderProblems({ runs, evidence }) {
	const { planned } = evidence.session.order;
	return runs.flatMap(({ run }, i) => {
		if (run.number !== i + 1) return [`run ${i + 1} is missing, run ${run.number} stands in its place`];
		const letter = planned[i];
		if (ORDER_LETTERS[run.arm] !== letter) return [`run ${run.number} is ${run.arm}, the seeded order "${planned}" has ${letter ?? "no such run"}`];
		if (run.pair !== pairOf(run.number)) return [`run ${run.number} calls itself part of pair ${run.pair}, not ${pairOf(run.number)}`];
		return [];
	});
}
function noEvidenceShare({ arms }) {
	const { misses, offered } = arms.baseline;
	return offered === 0 ? null : misses.no_evidence / offered;
}
function noEvidence({ arms }) {
	const { misses, offered } = arms.baseline;
	return `${misses.no_evidence} of the baseline's ${offered} requests lack the evidence for an objective`;
}
// src/judge/validity/identity.ts
function identityClause(c) {
	const differences = differencesOf(c);
	const { expectIdentical } = c.plan.comparison;
	const head = {
		id: "arms_indistinguishable",
		role: "validity",
		title: "The arms differ"
	};
	const figures = {
		differences: differences.length,
		expect_identical: expectIdentical,
		...identities(c)
	};
	if (expectIdentical) {
		const sentence = `The plan expects identical arms (comparison.expect_identical), so no difference is asked for; ${differences.length === 0 ? "none was found" : `they differ in ${listed(differences)}`}. A verdict here speaks of the gate and the machine.`;
		return [clause({
			...head,
			outcome: "REPORTED",
			declared: "comparison.expect_identical: true",
			sentence,
			figures
		})];
	}
	const sentence = differences.length > 0 ? `The arms differ in ${listed(differences)}.` : "Nothing distinguishes the arms: same start command and environment, and no declared identity or engine version that differs. Commit, port and URL do not count.";
	return [clause({
		...head,
		outcome: differences.length > 0 ? "PASS" : "INVALID",
		sentence,
		figures
	})];
}
/** Whether there is nothing to compare, although the plan expects a difference. */
function indistinguishable(c) {
	return !c.plan.comparison.expectIdentical && differencesOf(c).length === 0;
}
/** What distinguishes the arms, in words; empty when nothing does. */
function differencesOf(c) {
	const { baseline, candidate } = c.evidence.session.launches;
	const launch = baseline === null || candidate === null ? [] : ["start", "env"].filter((key) => canonical(baseline[key]) !== canonical(candidate[key]));
	const identity = ["declared", "engine"].filter((key) => isToldApart(c, key));
	const names = {
		start: "launch start",
		env: "launch env",
		declared: "declared identity",
		engine: "engine version"
	};
	return [...launch, ...identity].map((key) => names[key]);
}
/**
* Whether the candidate says something else than the baseline, which says one thing in all its runs: another value,
* several, or, where it was asked, none. A baseline without an identity, or whose own changes, distinguishes nothing;
* a candidate can't make the arms indistinguishable by what it says.
*/
function isToldApart(c, key) {
	const before = valuesOf(c, "baseline", key);
	const asked = c.runs.some(({ run }) => run.arm === "candidate" && run.identity !== null);
	if (before.length !== 1 || !asked) return false;
	const after = valuesOf(c, "candidate", key);
	return after.length !== 1 || after[0] !== before[0];
}
/** What an arm's runs told, each value once. */
function valuesOf(c, arm, key) {
	return [...new Set(c.runs.flatMap(({ run }) => run.arm === arm ? run.identity?.[key] ?? [] : []))];
}
function identities(c) {
	const told = (arm, key) => valuesOf(c, arm, key).join(", ") || null;
	return {
		baseline_declared: told("baseline", "declared"),
		candidate_declared: told("candidate", "declared"),
		baseline_engine: told("baseline", "engine"),
		candidate_engine: told("candidate", "engine")
	};
}
/** The order of an argument array counts, that of environment variables does not. */
function canonical(value) {
	return JSON.stringify(Array.isArray(value) ? value : Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1));
}
// src/judge/rules/schedule-lag.ts
/** V1: did requests leave when the trace said, and alike in both arms? (section 5.1) Lag = sent - due. */
const DEFAULT_LAG_LIMITS = {
	lateMs: 20,
	maxLateShare: .005,
	maxLagMs: 250
};
/** A steady lag in one arm may use this share of the smallest TTFT limit: it breaks no per-request limit. */
const ARM_DIFFERENCE_SHARE = .01;
/** Lag may move a clause's mean log ratio by this share of its margin. */
const MATERIAL_SHARE = .1;
/**
* V1 (a) to (c).
*
* @param ttftReferenceMs smallest declared TTFT limit; without one the baseline's median TTFT
*/
function checkScheduleLag(baseline, candidate, ttftReferenceMs, limits = DEFAULT_LAG_LIMITS) {
	const runs = [...baseline, ...candidate];
	const unsent = runs.reduce((sum, run) => sum + run.filter((lag) => lag === null).length, 0);
	const maxLagMs = runs.flatMap(sentLags).reduce((max, lag) => Math.max(max ?? lag, lag), null);
	const worstLateShare = Math.max(0, ...runs.map((run) => lateShare(run, limits.lateMs)));
	const [before, after] = [meanLag(baseline), meanLag(candidate)];
	const armDifferenceMs = before === null || after === null ? null : after - before;
	const armDifferenceLimitMs = ARM_DIFFERENCE_SHARE * ttftReferenceMs;
	const reasons = [];
	if (unsent > 0) reasons.push("unsent");
	if (maxLagMs !== null && maxLagMs > limits.maxLagMs) reasons.push("max_lag");
	if (worstLateShare > limits.maxLateShare) reasons.push("late_share");
	if (armDifferenceMs !== null && Math.abs(armDifferenceMs) > armDifferenceLimitMs) reasons.push("arm_bias");
	return {
		unsent,
		maxLagMs,
		worstLateShare,
		armDifferenceMs,
		armDifferenceLimitMs,
		reasons,
		result: reasons.length > 0 ? "INVALID" : "OK"
	};
}
/**
* V1 (d): how far lag moved each gating relative clause, in either direction, against a tenth of its margin. It looks
* at that movement, not at the contrast of the arms.
*/
function checkLagMaterial(clauses) {
	const each = clauses.map(({ meanFromDue, meanFromSent, logMargin }) => Math.abs(meanFromDue - meanFromSent) > MATERIAL_SHARE * -logMargin);
	return {
		each,
		result: each.includes(true) ? "INVALID" : "OK"
	};
}
function sentLags(run) {
	return run.filter((lag) => lag !== null);
}
function lateShare(run, lateMs) {
	return run.length === 0 ? 0 : sentLags(run).filter((lag) => lag > lateMs).length / run.length;
}
/** Mean over the sent requests of a run, then over the runs that sent any. */
function meanLag(runs) {
	const means = runs.map(sentLags).filter((lags) => lags.length > 0).map(mean);
	return means.length === 0 ? null : mean(means);
}
// src/judge/validity/schedule-lag.ts
function scheduleLagClause(c) {
	const { validity } = c.plan;
	const findings = lagFindings(c);
	const { cohort, moved, reasons } = findings;
	const declared = `validity: {schedule_lag: ${ms(validity.scheduleLagMs)}, max_lag_share: ${percent$3(validity.maxLagShare)}, max_lag: ${ms(validity.maxLagMs)}}`;
	const valid = reasons.length === 0;
	return [clause({
		id: "schedule_lag",
		role: "validity",
		title: "Requests left on time",
		outcome: valid ? "PASS" : "INVALID",
		declared,
		statistic: {
			value: cohort.worstLateShare,
			unit: "share"
		},
		n: replayedRuns(c).reduce((sum, run) => sum + lagsOf(run, "cohort").length, 0),
		limit: {
			value: validity.maxLagShare,
			unit: "share"
		},
		sentence: valid ? `Requests left on time. ${byRun(c)}` : `${reasons.join(" ")} ${byRun(c)}${cause(c)}`,
		figures: {
			unsent: findings.everyPhase.unsent,
			max_lag_ms: findings.everyPhase.maxLagMs,
			worst_late_share: cohort.worstLateShare,
			arm_difference_ms: cohort.armDifferenceMs,
			arm_difference_limit_ms: Number.isFinite(cohort.armDifferenceLimitMs) ? cohort.armDifferenceLimitMs : null,
			...Object.fromEntries(moved.map((one) => [`moved_by_lag_${one.id}`, one.meanFromSent - one.meanFromDue])),
			...Object.fromEntries(replayedRuns(c).map(({ figures }) => [`run_${figures.number}_${figures.arm}_max_lag_ms`, figures.lag.maxMs]))
		}
	})];
}
/**
* (a) looks at every offered request, since a late lead-in disturbs the window too; (b) to (d) at the cohort. While the
* session may still go on after two pairs, (c) and (d) wait: they are means, and later runs can still settle them.
*/
function lagFindings(c) {
	const { validity } = c.plan;
	const limits = {
		lateMs: validity.scheduleLagMs,
		maxLateShare: validity.maxLagShare,
		maxLagMs: validity.maxLagMs
	};
	const check = (phase) => checkScheduleLag(lagsOfArm(c, "baseline", phase), lagsOfArm(c, "candidate", phase), ttftReference(c), limits);
	const [everyPhase, cohort] = [check("all"), check("cohort")];
	const moved = movedByLag(c);
	const { each } = checkLagMaterial(moved);
	const meansCount = c.point.kind !== "gross" || [...c.relative?.gross.values() ?? []].some(({ fires }) => fires);
	const reasons = [];
	if (everyPhase.reasons.includes("unsent")) reasons.push(`${counted(everyPhase.unsent, "request")} never left the generator.`);
	if (everyPhase.reasons.includes("max_lag")) reasons.push(`A request left ${ms(everyPhase.maxLagMs)} late (limit ${ms(validity.maxLagMs)}).`);
	if (cohort.reasons.includes("late_share")) reasons.push(`In one run ${percent$3(cohort.worstLateShare)} of the requests left more than ${ms(validity.scheduleLagMs)} late (limit ${percent$3(validity.maxLagShare)}).`);
	if (meansCount && cohort.reasons.includes("arm_bias")) reasons.push(`The candidate's mean lag differs from the baseline's by ${ms(cohort.armDifferenceMs)} (limit ${ms(cohort.armDifferenceLimitMs)}, 1 % of the TTFT limit).`);
	if (meansCount && each.includes(true)) {
		const names = moved.filter((_, i) => each[i]).map(({ id }) => id);
		reasons.push(`Lag alone moved ${listed(names)} by more than a tenth of its margin.`);
	}
	return {
		everyPhase,
		cohort,
		moved,
		reasons
	};
}
/** Lag of each request, null where the generator did not send it; one the server never took lags by the gate's own part. */
function lagsOf(run, phase) {
	return run.offered.flatMap((one) => {
		if (one.record === null || phase === "cohort" && one.phase !== "cohort") return [];
		const { sentMs, calledMs, dueMs } = one.record;
		if (unsentByClient(one, run.run)) return [null];
		const leftMs = sentMs ?? calledMs;
		return leftMs === null ? [] : [leftMs - dueMs];
	});
}
function replayedRuns({ runs }) {
	return runs.filter(replayed);
}
function lagsOfArm(c, arm, phase) {
	return replayedRuns(c).filter(({ run }) => run.arm === arm).map((run) => lagsOf(run, phase));
}
/** Smallest declared TTFT limit, else the baseline's median TTFT; infinite when neither is known. */
function ttftReference({ plan, arms }) {
	const limits = plan.slo.flatMap(({ objectives }) => objectives?.ttftMs ?? []);
	if (limits.length > 0) return Math.min(...limits);
	return arms.baseline.latencies.ttftMs.p50 ?? Number.POSITIVE_INFINITY;
}
/** Gating relative clauses on both clocks. TPOT has no clock, so lag can't move it. */
function movedByLag(c) {
	const { relative, pairs, plan, level } = c;
	if (relative === null) return [];
	const goodput = {
		id: "goodput",
		meanFromDue: relative.goodput.mean,
		meanFromSent: goodputOf(pairs, plan, {
			level,
			clock: "sent"
		}).mean,
		logMargin: relative.goodput.logMargin
	};
	const ttft = relative.latencies.find(({ id, gating }) => id === "ttft_p95" && gating);
	if (ttft?.evidence.kind !== "finite") return [goodput];
	const { allowedIncrease, mean: meanFromDue, logMargin } = ttft.evidence;
	const fromSent = latencyOfPairs("ttft_p95", pairs, {
		maxIncrease: allowedIncrease,
		minEffectMs: 0,
		level,
		clock: "sent"
	});
	if (fromSent.kind !== "finite") return [goodput];
	return [goodput, {
		id: "ttft_p95",
		meanFromDue,
		meanFromSent: fromSent.mean,
		logMargin
	}];
}
function byRun(c) {
	return `Lag by run: ${replayedRuns(c).map(({ figures: { number, arm, lag } }) => `${number} ${arm} p50 ${ms(lag.p50Ms)}, max ${ms(lag.maxMs)}, ${percent$3(lag.lateShare)} late`).join("; ")}.`;
}
/** CPU a generator may use in one arm more than in the other before the generator itself is in doubt. */
const NORMAL_CPU_RATIO = 1.25;
/** When only candidate runs are late and the generator worked no harder there, the candidate is what changed. */
function cause(c) {
	const { scheduleLagMs, maxLagShare, maxLagMs } = c.plan.validity;
	const late = replayedRuns(c).filter(({ figures }) => figures.lag.lateShare > maxLagShare || (figures.lag.maxMs ?? 0) > maxLagMs);
	const [baseline, candidate] = [cpuShare(c, "baseline"), cpuShare(c, "candidate")];
	if (late.length === 0 || late.some(({ run }) => run.arm === "baseline")) return "";
	if (baseline === null || candidate === null || candidate > baseline * NORMAL_CPU_RATIO) return "";
	return ` Only candidate runs have requests more than ${ms(scheduleLagMs)} late, and the generator used no more CPU there (${percent$3(candidate)} of a core against ${percent$3(baseline)}): the candidate is the likely cause.`;
}
function cpuShare(c, arm) {
	const shares = c.runs.flatMap(({ run }) => run.arm === arm && run.health !== null && run.health.wallMs > 0 ? [run.health.cpuMs / run.health.wallMs] : []);
	return shares.length === 0 ? null : mean(shares);
}
// src/judge/clauses.ts
const GATING = [
	attainmentClauses,
	goodputClause,
	latencyClauses,
	failuresClause
];
/** In the order in which a failed check names the reason of an INVALID. */
const VALIDITY = [
	candidateBrokenClause,
	baselineClause,
	evidenceClause,
	identityClause,
	scheduleLagClause
];
function clausesOf(c) {
	return [
		...GATING,
		...VALIDITY,
		...STATED
	].flatMap((rule) => rule(c));
}
// src/stats/round.ts
/** Published figures carry 12 significant digits, so that a last bit never makes two reports differ. */
const DIGITS = 12;
/** `x` to 12 significant digits. Whole numbers (counts, token totals, seeds) stay exact; -0 becomes 0. */
function significant(x) {
	if (x === 0 || Number.isSafeInteger(x) || !Number.isFinite(x)) return x + 0;
	return Number(x.toPrecision(DIGITS));
}
/** Every number of a JSON value to 12 significant digits; the order of keys is kept. */
function significantJson(value) {
	if (typeof value === "number") return significant(value);
	if (value === null || typeof value !== "object") return value;
	if (isList(value)) return value.map(significantJson);
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, significantJson(inner)]));
}
function isList(value) {
	return Array.isArray(value);
}
// src/judge/changes.ts
const METRICS = [
	rate("output_tokens_per_s", "Output tokens/s in the window", "tokens/s", (run) => run.wallClock.outputTokensPerS),
	rate("completed_per_s", "Completed/s in the window", "requests/s", (run) => run.wallClock.completedPerS),
	rate("goodput", "Goodput", "requests/s", (run) => run.goodputRps),
	rate("attainment", "Attainment (change in points)", "share", (run) => run.attainment),
	percentile("ttft_p95", "p95 TTFT", "ttftMs", "p95"),
	percentile("ttft_p50", "p50 TTFT", "ttftMs", "p50"),
	percentile("tpot_p95", "p95 TPOT", "tpotMs", "p95"),
	percentile("max_gap_p95", "p95 longest gap", "maxGapMs", "p95"),
	percentile("e2e_p95", "p95 E2E", "e2eMs", "p95"),
	{
		...rate("failures", "Failed requests (change in points)", "share", failedShare$1),
		higherIsBetter: false
	}
];
/**
* The table of changes. `change` and its bounds are relative, but for shares (`unit` "share"), where they are
* differences in the share of offered requests. Null where a run has no value, or too few pairs for an interval.
*/
function changesOf(c) {
	return METRICS.map((one) => ({
		...one.unit === "share" ? difference$1(c, one) : relativeChange(c, one),
		...c.relative === null ? {} : ofClause(c.relative, one.metric),
		higherIsBetter: one.higherIsBetter
	}));
}
function rate(metric, label, unit, of) {
	return {
		metric,
		label,
		unit,
		higherIsBetter: true,
		of
	};
}
function percentile(metric, label, latency, p) {
	return {
		metric,
		label,
		unit: "ms",
		higherIsBetter: false,
		of: ({ latencies }) => latencies[latency][p]
	};
}
/** Paired log ratios. Percentiles of an arm's runs meet in their geometric mean, rates in the ordinary one. */
function relativeChange({ pairs, level }, { metric, label, unit, of }) {
	const { centre, lower, upper } = interval(each(pairs, of, (before, after) => before > 0 && after > 0 ? Math.log(after / before) : null), level);
	const ratio = (log) => log === null ? null : Math.exp(log) - 1;
	return {
		metric,
		label,
		unit,
		...unit === "ms" ? armValues(pairs, of, geometricMean) : armValues(pairs, of, mean),
		change: ratio(centre),
		lower: ratio(lower),
		upper: ratio(upper)
	};
}
function difference$1({ pairs, level }, { metric, label, unit, of }) {
	const { centre, lower, upper } = interval(each(pairs, of, (before, after) => after - before), level);
	return {
		metric,
		label,
		unit,
		...armValues(pairs, of, mean),
		change: centre,
		lower,
		upper
	};
}
/** A figure with a clause shows that clause's estimate and interval, so that table and clause can't disagree. */
function ofClause({ goodput, latencies }, metric) {
	if (metric === "goodput") return {
		change: goodput.ratio - 1,
		lower: goodput.ratioLower - 1,
		upper: goodput.ratioUpper - 1
	};
	const evidence = latencies.find(({ id }) => id === metric)?.evidence;
	if (evidence?.kind !== "finite") return {};
	const { baselineMs, increase, increaseLower, increaseUpper } = evidence;
	return {
		baseline: baselineMs,
		candidate: baselineMs * (1 + increase),
		change: increase,
		lower: increaseLower,
		upper: increaseUpper
	};
}
function each(pairs, of, compare) {
	return pairs.map(({ baseline, candidate }) => {
		const [before, after] = [of(baseline.figures), of(candidate.figures)];
		return before === null || after === null ? null : compare(before, after);
	});
}
function interval(values, level) {
	const known = allKnown(values);
	if (known === null) return {
		centre: null,
		lower: null,
		upper: null
	};
	const centre = mean(known);
	if (known.length < 2) return {
		centre,
		lower: null,
		upper: null
	};
	const reach = tQuantile(1 - level, known.length - 1) * standardError(known);
	return {
		centre,
		lower: centre - reach,
		upper: centre + reach
	};
}
function armValues(pairs, of, join) {
	const value = (arm) => {
		const known = allKnown(pairs.map((pair) => of(pair[arm].figures)));
		return known === null ? null : join(known);
	};
	return {
		baseline: value("baseline"),
		candidate: value("candidate")
	};
}
function geometricMean(values) {
	return values.some((value) => value <= 0) ? 0 : Math.exp(mean(values.map((value) => Math.log(value))));
}
/** Null where one is unknown, or none is there. */
function allKnown(values) {
	const known = values.filter((value) => value !== null);
	return known.length === 0 || known.length < values.length ? null : known;
}
function failedShare$1({ offered, outcomes }) {
	return offered === 0 ? null : (offered - outcomes.success) / offered;
}
// src/judge/rules/remedy.ts
/** What would settle an INCONCLUSIVE: advice, never a verdict (section 7.2). */
const NOISY_MACHINE_SD = .03;
const SHORT_TRACE = 1e3;
const MOST_PAIRS = 16;
/** Advice for a relative clause: the first of the causes that applies, dearest last. */
function relativeRemedy(found) {
	const pairsNeeded = settlingPairs(found);
	const nearMargin = Math.abs(found.mean - found.logMargin) < found.se;
	return {
		advice: adviceFor(found, pairsNeeded),
		pairsNeeded,
		nearMargin
	};
}
/** Advice for an absolute clause: more repeats of one trace never help it. */
function absoluteRemedy(knee) {
	return knee === true ? "lower_load" : "longer_trace";
}
function adviceFor({ lag1Ttft, sdLnMedianTpot, n }, pairsNeeded) {
	if (lag1Ttft !== null && lag1Ttft > .7) return "lower_load";
	if (sdLnMedianTpot > NOISY_MACHINE_SD) return "steadier_machine";
	if (n < SHORT_TRACE) return "longer_trace";
	return pairsNeeded === null ? "longer_trace_or_wider_margin" : "more_pairs";
}
function settlingPairs({ mean, se, logMargin, level, pairs }) {
	const gap = Math.abs(mean - logMargin);
	const spread = se * Math.sqrt(pairs);
	for (let count = 3; count <= MOST_PAIRS; count += 1) if ((tQuantile(1 - level, count - 1) + tQuantile(.8, count - 1)) * spread / Math.sqrt(count) <= gap) return count;
	return null;
}
// src/judge/remedy.ts
function remedyOf(c, clauses, { verdict, reason, because }) {
	switch (verdict) {
		case "PASS": return "Nothing to do. The stated clauses say what this session did not test.";
		case "FAIL": return reason === "candidate_broken" ? brokenRemedy(c) : failRemedy(because);
		case "INCONCLUSIVE": return [...new Set(because.map((id) => settling(c, clauses, id)))].join(" ");
		case "INVALID": return INVALID_REMEDIES[reason] ?? "Repair what is named, then run the session again; a rerun after INVALID is allowed.";
	}
}
function brokenRemedy(c) {
	const last = c.runs.findLast(({ run }) => run.arm === "candidate" && run.end !== "complete");
	return last === void 0 ? "Look at what the candidate answers: every request came back late, cut or failed while the baseline, on the same machine, met its target." : `Read the last lines of the server's log of run ${last.run.number}, start the candidate by hand with its launch, repair it and push again.`;
}
function failRemedy(because) {
	return `Change what broke ${because.join(", ")} and push again. Running the same commits again is no remedy: the first valid verdict stands.`;
}
const INVALID_REMEDIES = {
	session_incomplete: "Nothing is known about the change. Run the session again and let it end; a rerun after INVALID is allowed.",
	baseline: "Nothing is known about the change: its base does not run here. Read the baseline's log, repair the base or the machine, and run the session again.",
	evidence_incomplete: "Nothing may be concluded from partial evidence. Repair what is named (an endpoint without token usage, a cut bundle, a full disk), then run the session again.",
	arms_indistinguishable: "There is nothing to judge: the change does not touch what is served. Filter the paths that start this workflow, declare an identity that tells builds apart, or set policy.identical: pass.",
	schedule_lag: "The load generator did not keep its schedule, so its latencies mean nothing. Free the machine it runs on, give it cores of its own or lower the load, then run the session again."
};
/** Advice for one undecided clause. */
function settling(c, clauses, id) {
	const found = clauses.find((one) => one.id === id);
	if (id.startsWith("attainment:")) {
		const knee = found?.figures["knee"];
		const needed = found?.figures["n_needed"];
		const advice = absoluteRemedy(typeof knee === "boolean" ? knee : null);
		const length = typeof needed === "number" ? ` of ${needed} requests or more` : "";
		return `${id}: ${advice === "lower_load" ? LOWER_LOAD : `freeze a longer trace${length}; more repeats do not help.`}`;
	}
	const latency = c.relative?.latencies.find((one) => one.id === id);
	const evidence = id === "goodput" ? c.relative?.goodput : latency?.evidence;
	const unshown = latency !== void 0 && hidesAnswers(latency);
	if (evidence === void 0 || unshown || "kind" in evidence && evidence.kind !== "finite") return `${id}: make the candidate's answers show what the clause asks (see its sentence), then run again.`;
	const { advice, pairsNeeded, nearMargin } = relativeRemedy({
		lag1Ttft: lag1(clauses),
		sdLnMedianTpot: machineNoise(c),
		n: c.pairs[0] === void 0 ? 0 : judgedOf(c.pairs[0].baseline).length,
		pairs: evidence.pairs,
		mean: evidence.mean,
		se: evidence.se,
		logMargin: evidence.logMargin,
		level: c.level
	});
	const near = nearMargin ? " The estimate lies on the margin itself; no affordable amount of evidence may settle this." : "";
	return `${id}: ${adviceText(advice, pairsNeeded)}${near}`;
}
const LOWER_LOAD = "lower the load of the trace; at the knee of the server no length of trace shows this.";
function adviceText(advice, pairsNeeded) {
	switch (advice) {
		case "lower_load": return LOWER_LOAD;
		case "steadier_machine": return "use a steadier machine; its own speed moved by more than 3 % between runs.";
		case "longer_trace": return "freeze a longer trace; below 1000 requests a run, length settles more than repeats do.";
		case "more_pairs": return `declare ${counted(pairsNeeded ?? 0, "pair")} in a new plan; a finished session is never extended.`;
		case "longer_trace_or_wider_margin": return "freeze a longer trace, or declare a wider margin before the run.";
	}
}
/** Largest lag-1 correlation of TTFT ranks among the SLOs; null where none is known. */
function lag1(clauses) {
	const known = clauses.flatMap(({ figures }) => {
		const value = figures["lag1_ttft"];
		return typeof value === "number" ? [value] : [];
	});
	return known.length === 0 ? null : Math.max(...known);
}
/** Standard deviation over the pairs of ln(median TPOT candidate / baseline); 0 where it is not known. */
function machineNoise({ pairs }) {
	const logs = pairs.flatMap(({ baseline, candidate }) => {
		const [before, after] = [baseline, candidate].map(({ figures }) => figures.latencies.tpotMs.p50 ?? 0);
		return before !== void 0 && after !== void 0 && before > 0 && after > 0 ? [Math.log(after / before)] : [];
	});
	return logs.length < 2 ? 0 : sampleSd(logs);
}
// src/judge/why.ts
function whyOf(c, clauses, { verdict, because }) {
	const deciding = clauses.filter(({ id }) => because.includes(id));
	switch (verdict) {
		case "PASS": return passed(c, clauses);
		case "FAIL": return because.includes("candidate_broken") ? sentences(deciding) : failedBecause(c, because);
		case "INCONCLUSIVE": return `No harm is shown, and no safety either: ${sentences(deciding)}`;
		case "INVALID": return `The evidence can not carry a verdict. ${sentences(causes(deciding))}`;
	}
}
/** A gating clause without an answer is a consequence where a validity check is broken too. */
function causes(deciding) {
	const broken = deciding.filter(({ role }) => role === "validity");
	return broken.length > 0 ? broken : deciding;
}
function sentences(clauses) {
	return clauses.map(({ title, sentence }) => `${title}: ${sentence}`).join(" ");
}
function passed(c, clauses) {
	const { baseline, candidate } = c.arms;
	const shares = `${candidate.qualified} of ${candidate.offered} requests of the candidate got a complete, timely answer (baseline ${baseline.qualified} of ${baseline.offered})`;
	const shown = [...c.relative === null ? [] : relativeChanges(c.relative)];
	const shared = clauses.filter(({ figures }) => figures["label"] === "pre-existing").map(({ title }) => title);
	const note = shared.length === 0 ? "" : ` Not caused by this change, but missed in both arms: ${listed(shared)}.`;
	return `Every gating clause holds over ${counted(c.pairs.length, "pair")}: ${[shares, ...shown].join("; ")}.${note}`;
}
function relativeChanges({ goodput, latencies }) {
	const finite = latencies.flatMap(({ id, evidence }) => evidence.kind === "finite" ? [`${LATENCY_NAMES[id]} ${signedPercent(evidence.increase)}`] : []);
	return [`goodput ${signedPercent(goodput.ratio - 1)}`, ...finite];
}
/** What users lost, what caused it, which other clauses broke, and what got better meanwhile. */
function failedBecause(c, because) {
	const headline = because.some((id) => id === "goodput" || id.startsWith("attainment:")) ? lostUsers(c) : null;
	const cause = headline === null ? null : mainCause(c);
	const latencies = (c.relative?.latencies ?? []).flatMap(({ id, evidence }) => {
		if (!because.includes(id)) return [];
		if (evidence.kind !== "finite") return [`so many requests failed that ${LATENCY_NAMES[id]} has no value`];
		const candidateMs = evidence.baselineMs * (1 + evidence.increase);
		return [`${LATENCY_NAMES[id]} rose from ${ms(evidence.baselineMs)} to ${ms(candidateMs)} (${signedPercent(evidence.increase)}, allowed ${percent$3(evidence.allowedIncrease)})`];
	});
	const failures = because.includes("failures") ? [failureCause(c)] : [];
	const details = [
		...cause === null ? [] : [cause],
		...latencies,
		...failures,
		...throughput(c)
	].join("; ");
	return capital(headline === null ? `${details}.` : `${headline}: ${details}.`);
}
function lostUsers(c) {
	const { baseline, candidate } = c.arms;
	const [before, after] = [baseline.attainment, candidate.attainment];
	if (before === null || after === null || before <= 0 || after >= before) return `only ${candidate.qualified} of ${candidate.offered} users got a complete, timely answer`;
	return `${percent$3(1 - after / before)} fewer users got a complete, timely answer (${candidate.qualified} of ${candidate.offered} against ${baseline.qualified} of ${baseline.offered})`;
}
/** The miss whose share of the offered requests grew most, with the figure behind it. */
function mainCause(c) {
	const { baseline, candidate } = c.arms;
	const growth = (miss) => candidate.misses[miss] / candidate.offered - baseline.misses[miss] / baseline.offered;
	const [worst] = Object.keys(candidate.misses).filter((miss) => growth(miss) > 0).sort((a, b) => growth(b) - growth(a));
	return worst === void 0 ? null : CAUSES[worst](c);
}
const CAUSES = {
	outcome: failureCause,
	ttft: (c) => latencyCause(c, "the wait for the first word", "ttftMs", "ttftMs"),
	first_visible: (c) => latencyCause(c, "the wait for the first visible word", "firstVisibleMs", "firstVisibleMs"),
	tpot: (c) => latencyCause(c, "the time per token", "tpotMs", "tpotMs"),
	max_gap: (c) => latencyCause(c, "the longest pause between words", "maxGapMs", "maxGapMs"),
	e2e: (c) => latencyCause(c, "the time to the whole answer", "e2eMs", "e2eMs"),
	quality: (c) => `${c.arms.candidate.misses.quality} answers of ${c.arms.candidate.offered} ended too soon (baseline ${c.arms.baseline.misses.quality})`,
	no_evidence: (c) => `${c.arms.candidate.misses.no_evidence} answers of ${c.arms.candidate.offered} do not show what an objective asks (baseline ${c.arms.baseline.misses.no_evidence})`
};
function latencyCause({ arms, plan }, words, latency, objective) {
	const value = (arm) => arms[arm].latencies[latency].p95;
	const limits = [...new Set(plan.slo.flatMap(({ objectives }) => objectives?.[objective] ?? []))].sort((a, b) => a - b);
	const limit = limits.length === 0 ? "" : ` (limit ${listed(limits.map(ms))})`;
	return `${words} rose from ${ms(value("baseline"))} to ${ms(value("candidate"))} at p95${limit}`;
}
function failureCause({ arms: { baseline, candidate } }) {
	const share = ({ offered, outcomes }) => percent$3((offered - outcomes.success) / offered);
	return `${share(candidate)} of the candidate's requests failed, against ${share(baseline)}`;
}
/** A change of throughput below this says nothing: the trace fixes the load. */
const NOTABLE = .005;
function throughput(c) {
	const change = changesOf(c).find(({ metric }) => metric === "output_tokens_per_s");
	if (change === void 0 || change.change === null) return [];
	if (Math.abs(change.change) < NOTABLE) return ["throughput stayed the same"];
	return [`throughput ${change.change > 0 ? "rose" : "fell"} ${percent$3(Math.abs(change.change))}, to ${figure(change.candidate)} tokens/s`];
}
// src/judge/judgement.ts
function judgementOf({ c, clauses, ruling, missing }) {
	const { session, trace } = c.evidence;
	const { invalid, inconclusive, identical } = c.plan.policy;
	const planned = c.point.kind === "look" || c.point.kind === "gross";
	return published({
		schema: "goodput-gate/judgement/1",
		verdict: ruling.verdict,
		exitCode: EXIT[ruling.verdict],
		reason: ruling.reason,
		why: missing ?? whyOf(c, clauses, ruling),
		remedy: remedyOf(c, clauses, ruling),
		look: {
			pairs: c.pairs.length,
			kind: c.point.kind,
			level: planned ? c.level : null,
			looks: c.plan.comparison.looks
		},
		clauses: [...clauses],
		changes: changesOf(c),
		arms: c.arms,
		runs: c.runs.map(({ figures }) => figures),
		problems: [...missing === void 0 ? [] : [missing], ...evidenceProblems(c)],
		logTail: logTail$1(c),
		policy: {
			invalid,
			inconclusive,
			identical
		},
		hashes: {
			plan: session.planSha256,
			trace: trace.sha256
		}
	});
}
/** The log of the server that broke the session, else of one that crashed in it. */
function logTail$1(c) {
	const crashed = c.runs.find(({ run }) => run.end === "crashed") ?? null;
	const broken = candidateBroken(c)?.run ?? brokenBaseline(c) ?? crashed;
	return broken === null ? null : {
		run: broken.run.number,
		lines: broken.run.logTail
	};
}
/** 12 significant digits everywhere. JSON has no infinity: a bound without end is null. */
function published(judgement) {
	return significantJson(finite$1(judgement));
}
function finite$1(value) {
	if (typeof value === "number") return Number.isFinite(value) ? value : null;
	if (value === null || typeof value !== "object") return value;
	if (Array.isArray(value)) return value.map(finite$1);
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, finite$1(inner)]));
}
// src/judge/rules/precedence.ts
/** `candidate_broken` > INVALID > FAIL > INCONCLUSIVE > PASS over gating clauses; nothing evaluated is INVALID. */
function overallVerdict({ clauses, invalid, candidateBroken }) {
	if (candidateBroken) return {
		verdict: "FAIL",
		because: ["candidate_broken"]
	};
	const gating = clauses.filter((clause) => clause.role === "gating");
	const idsOf = (outcome) => gating.filter((clause) => clause.outcome === outcome).map((clause) => clause.id);
	const invalidIds = [...invalid, ...idsOf("INVALID")];
	if (invalidIds.length > 0) return {
		verdict: "INVALID",
		because: invalidIds
	};
	for (const verdict of [
		"FAIL",
		"INCONCLUSIVE",
		"PASS"
	]) {
		const because = idsOf(verdict);
		if (because.length > 0) return {
			verdict,
			because
		};
	}
	return {
		verdict: "INVALID",
		because: ["no_gating_clause"]
	};
}
// src/judge/ruling.ts
/** Folds the clauses by precedence; after two pairs only a gross regression counts among the gating ones. */
function ruling(c, clauses) {
	const { verdict, because } = overallVerdict({
		clauses: clauses.flatMap(gatingOutcome),
		invalid: clauses.filter(({ role, outcome }) => role === "validity" && outcome === "INVALID").map(({ id }) => id),
		candidateBroken: clauses.some(({ id, outcome }) => id === "candidate_broken" && outcome === "FAIL")
	});
	const gross = because.filter((id) => verdict === "FAIL" && c.relative?.gross.get(id)?.fires === true);
	const ordered = c.point.kind === "gross" ? [...gross, ...because.filter((id) => !gross.includes(id))] : because;
	const first = ordered[0] ?? "no_gating_clause";
	return {
		verdict,
		reason: first === "evidence" ? "evidence_incomplete" : first,
		because: ordered
	};
}
/** A gating clause that was asked and can't be answered leaves the session without the evidence it needs (V3). */
function gatingOutcome({ id, role, outcome }) {
	if (role !== "gating") return [];
	if (outcome === "REPORTED") return [{
		id,
		role,
		outcome: "NOT_SHOWN"
	}];
	return [{
		id,
		role,
		outcome: outcome === "UNKNOWN" ? "INVALID" : outcome
	}];
}
// src/judge/session.ts
/** Pairs after which a gross regression may end the session, before any look. */
const GROSS_PAIRS = 2;
/**
* Whether the runs so far stand as a verdict. Later runs never change a verdict that stands: the same evidence with
* more runs behind it gives the same one.
*/
function judgeSession(evidence) {
	const decided = firstStanding(evidence, measureRuns(evidence));
	return decided === null ? { state: "continue" } : {
		state: "decided",
		judgement: judgementOf(decided)
	};
}
/** The judgement of whatever there is. A session that stopped before a verdict stood is INVALID and says what is missing. */
function judge(evidence) {
	const measured = measureRuns(evidence);
	const decided = firstStanding(evidence, measured);
	if (decided !== null && evidence.session.end === "complete") return judgementOf(decided);
	const c = decided?.c ?? caseAt(evidence, measured, {
		kind: "none",
		pairs: lastPair(measured)
	});
	return judgementOf({
		c,
		clauses: decided?.clauses ?? clausesOf(c),
		ruling: {
			verdict: "INVALID",
			reason: "session_incomplete",
			because: ["session_incomplete"]
		},
		missing: whatIsMissing(evidence, measured)
	});
}
/**
* Broken servers and arms that can't be told apart are noticed after every pair, a gross regression after two, all else
* at the declared looks.
*/
function firstStanding(evidence, measured) {
	const { plan } = evidence.session;
	for (let pairs = 1; pairs <= lastPair(measured); pairs += 1) {
		const broken = caseAt(evidence, measured, {
			kind: "broken",
			pairs
		});
		if (candidateBroken(broken) !== null || brokenBaseline(broken) !== null) return decide(broken);
		if (broken.pairs.length < pairs) return null;
		if (indistinguishable(broken)) return decide(broken);
		const point = pointAfter(pairs, plan);
		if (point === null) continue;
		const decided = decide(caseAt(evidence, measured, point));
		if (stands(decided)) return decided;
	}
	return null;
}
function pointAfter(pairs, { comparison }) {
	if (comparison.looks.includes(pairs)) return {
		kind: "look",
		pairs
	};
	return comparison.grossFail && pairs === GROSS_PAIRS ? {
		kind: "gross",
		pairs
	} : null;
}
function decide(c) {
	const clauses = clausesOf(c);
	return {
		c,
		clauses,
		ruling: ruling(c, clauses)
	};
}
function stands({ c, clauses, ruling: { verdict, because } }) {
	if (verdict === "INVALID") return true;
	if (c.point.kind === "gross") return [...c.relative?.gross.values() ?? []].some(({ fires }) => fires);
	if (c.point.pairs >= Math.max(...c.plan.comparison.looks)) return true;
	if (verdict === "INCONCLUSIVE") return because.every(isAbsolute);
	return verdict === "PASS" || !mayTurnOutPreExisting(clauses, because);
}
/** A target that the baseline misses too stops deciding once the relative clauses hold; while one is open, go on. */
function mayTurnOutPreExisting(clauses, because) {
	const open = clauses.some(({ role, outcome, id }) => role === "gating" && outcome === "INCONCLUSIVE" && !isAbsolute(id));
	const shared = clauses.filter(({ figures }) => figures["baseline_misses_target"] === true).map(({ id }) => id);
	return open && because.every((id) => shared.includes(id));
}
function isAbsolute(id) {
	return id.startsWith("attainment:");
}
function lastPair(measured) {
	return measured.reduce((last, { run }) => Math.max(last, pairOf(run.number)), 0);
}
/** Why no verdict stands, in words. */
function whatIsMissing({ session }, measured) {
	const { planned } = session.order;
	const ends = {
		running: "The gate stopped without saying so",
		interrupted: "The session was interrupted",
		internal_error: "The gate stopped by an internal error",
		complete: "The session ended before it could be judged"
	};
	const present = new Set(measured.map(({ run }) => run.number));
	const absent = [...planned].flatMap((_, i) => present.has(i + 1) ? [] : [String(i + 1)]);
	const runs = absent.length === 0 ? "" : `; missing: ${absent.length === 1 ? "run" : "runs"} ${listed(absent)}`;
	return `${ends[session.end]}: ${counted(measured.length, "run")} of up to ${planned.length} in the bundle${runs}.`;
}
// src/plan/order.ts
/** The order of the runs: quads, each `BCCB` or `CBBC` by a seeded coin (decision procedure, section 4.4). */
/** The text that decides the order: the same trace, plan and attempt give the same one. */
function orderSeed(traceSha256, planSha256, attempt) {
	return `${traceSha256} ${planSha256} ${attempt}`;
}
/**
* One letter a run for so many pairs. The coin of quad q, from 1, is the lowest bit of the first byte of the SHA-256
* of seed, blank and q: 0 gives `BCCB`. An odd number of pairs ends with the first half of a quad.
*/
function plannedOrder(pairs, seed) {
	let order = "";
	for (let quad = 1; order.length < 2 * pairs; quad += 1) {
		const digest = createHash("sha256").update(`${seed} ${quad}`).digest();
		order += digest.readUInt8(0) % 2 === 0 ? "BCCB" : "CBBC";
	}
	return order.slice(0, 2 * pairs);
}
/** The runs of an order such as `BCCBCB`. Throws a RangeError on other letters. */
function plannedSlots(order) {
	return [...order].map((letter, i) => ({
		number: i + 1,
		arm: armOf(letter),
		pair: Math.floor(i / 2) + 1
	}));
}
function armOf(letter) {
	if (letter === "B") return "baseline";
	if (letter === "C") return "candidate";
	throw new RangeError(`an order holds B and C, not ${letter}`);
}
/** A whole number with thousands separators. */
function formatCount(value) {
	return value === null ? "n/a" : grouped(value.toFixed(0));
}
/** Three significant digits without an exponent: 0.42, 1.26, 18.4, 219, 12,346. */
function formatNumber(value) {
	const size = Math.abs(Number(value.toPrecision(3)));
	if (size === 0) return "0";
	if (size < .1) return value.toPrecision(2);
	return grouped(value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2));
}
/** A duration in ms, or in s from one second on: `18.4 ms`, `1.26 s`. */
function formatMs(ms) {
	return Math.abs(Number(ms.toPrecision(3))) < 1e3 ? `${formatNumber(ms)} ms` : `${formatNumber(ms / 1e3)} s`;
}
/**
* A share of 1 as a percentage with one decimal, with more where rounding would claim all or nothing: 0.9997 is
* `99.97 %`, not `100 %`.
*/
function formatShare(share) {
	const percent = share * 100;
	if (percent === 0 || percent === 100) return `${percent} %`;
	for (let decimals = 1; decimals < 6; decimals += 1) {
		const text = percent.toFixed(decimals);
		if (Number(text) !== 0 && Number(text) !== 100) return `${text} %`;
	}
	return percent < 50 ? "under 0.00001 %" : "over 99.99999 %";
}
/** A relative change, a share of 1, with its sign: `-41.9 %`, `+4.0 %`, `0.0 %`, `+702 %`. */
function formatChange(share) {
	return `${percentDigits(share)} %`;
}
/** A difference of two shares, in percentage points: `-41.9 points`. */
function formatPoints(difference) {
	return `${percentDigits(difference)} points`;
}
/** Bounds of a change, in per cent or points: `[-49.1, -33.4]`; a missing side is said. Empty when both are missing. */
function formatInterval(lower, upper) {
	if (lower === null && upper === null) return "";
	const side = (bound) => bound === null ? "n/a" : percentDigits(bound);
	return `[${side(lower)}, ${side(upper)}]`;
}
/**
* A measured value in its unit. `ms`, `share` (of 1), `change` (a signed share of 1) and `count` have their own form; any
* other unit is written behind the number, which stays whole where it is, unless the unit is a rate.
*/
function formatValue(value, unit) {
	if (value === null) return "n/a";
	if (!Number.isFinite(value)) return value > 0 ? "no finite value" : "n/a";
	switch (unit) {
		case "ms": return formatMs(value);
		case "share": return formatShare(value);
		case "change": return formatChange(value);
		case "count": return formatCount(value);
		default: return `${isRate(unit) || !Number.isInteger(value) ? formatNumber(value) : formatCount(value)} ${unit}`.trim();
	}
}
/** A declared value: as measured ones, without trailing zeros (`85 %`, `1 s`). */
function formatDeclared(value, unit) {
	return formatValue(value, unit).replace(/(\.\d*?)0+(?= |$)/, (_, kept) => kept === "." ? "" : kept);
}
/** Both bounds in the unit of their statistic, or the one there is: `[56.0, 75.2] %`, `at least 90.1 %`. */
function formatBound(bound, unit) {
	if (bound === null || bound.lower === null && bound.upper === null) return "n/a";
	if (bound.upper === null) return `at least ${formatValue(bound.lower, unit)}`;
	if (bound.lower === null) return `at most ${formatValue(bound.upper, unit)}`;
	const lower = formatValue(bound.lower, unit);
	const upper = formatValue(bound.upper, unit);
	const suffix = upper.slice(upper.indexOf(" "));
	if (!upper.includes(" ") || !lower.endsWith(suffix)) return `[${lower}, ${upper}]`;
	return `[${lower.slice(0, -suffix.length)}, ${upper.slice(0, -suffix.length)}]${suffix}`;
}
function isRate(unit) {
	return unit.includes("/");
}
function grouped(digits) {
	const [whole = "", fraction] = (Number(digits) === 0 ? digits.replace("-", "") : digits).split(".");
	const parts = whole.replace(/\B(?=(\d{3})+$)/g, ",");
	return fraction === void 0 ? parts : `${parts}.${fraction}`;
}
function percentDigits(share) {
	const percent = share * 100;
	const digits = grouped(percent.toFixed(Math.abs(percent) >= 100 ? 0 : 1));
	return percent > 0 && !/^[0.]*$/.test(digits) ? `+${digits}` : digits;
}
// src/report/compare.ts
const MORE = { higherIsBetter: true };
const LESS = { higherIsBetter: false };
/** Order and names of the comparison table. A change with another metric follows behind, under its own name. */
const FIGURES = [
	{
		metric: "goodput",
		label: "Goodput",
		unit: "req/s",
		...MORE,
		of: (arm) => arm.goodputRps
	},
	{
		metric: "attainment",
		label: "Attainment",
		unit: "share",
		...MORE,
		of: (arm) => arm.attainment
	},
	{
		metric: "output_tokens_per_s",
		label: "Output tokens/s",
		unit: "",
		...MORE,
		of: (arm) => arm.wallClock.outputTokensPerS
	},
	{
		metric: "completed_per_s",
		label: "Completed/s",
		unit: "",
		...MORE,
		of: (arm) => arm.wallClock.completedPerS
	},
	{
		metric: "ttft_p50",
		label: "p50 TTFT",
		unit: "ms",
		...LESS,
		of: (arm) => arm.latencies.ttftMs.p50
	},
	{
		metric: "ttft_p95",
		label: "p95 TTFT",
		unit: "ms",
		...LESS,
		of: (arm) => arm.latencies.ttftMs.p95
	},
	{
		metric: "tpot_p95",
		label: "p95 TPOT",
		unit: "ms",
		...LESS,
		of: (arm) => arm.latencies.tpotMs.p95
	},
	{
		metric: "max_gap_p95",
		label: "p95 longest gap",
		unit: "ms",
		...LESS,
		of: (arm) => arm.latencies.maxGapMs.p95
	},
	{
		metric: "e2e_p95",
		label: "p95 E2E",
		unit: "ms",
		...LESS,
		of: (arm) => arm.latencies.e2eMs.p95
	},
	{
		metric: "failures",
		label: "Failed requests",
		unit: "share",
		...LESS,
		of: failedShare
	}
];
/**
* Rows of the comparison table, in reading order, for all figures that at least one arm has; `change`, `lower` and
* `upper` are null where nothing was judged.
*/
function comparison$1({ changes, arms }) {
	const known = FIGURES.map(({ of, ...row }) => {
		const change = changes.find(({ metric }) => metric === row.metric);
		if (change !== void 0) return {
			...change,
			...row
		};
		return {
			...row,
			baseline: of(arms.baseline),
			candidate: of(arms.candidate),
			change: null,
			lower: null,
			upper: null
		};
	});
	const others = changes.filter(({ metric }) => !FIGURES.some((figure) => figure.metric === metric));
	return [...known, ...others].filter(({ baseline, candidate }) => baseline !== null || candidate !== null);
}
/** Share of the offered requests that did not end in `success`, whatever the reason. */
function failedShare({ offered, outcomes }) {
	return offered === 0 ? null : (offered - (outcomes.success ?? 0)) / offered;
}
/**
* The change of one row as text, with its interval where it was judged: percentage points for a share, else per cent.
* Without a judged change it is that of the arms' figures.
*/
function changeText(row) {
	const { baseline, candidate, lower, upper, unit } = row;
	const change = row.change ?? difference(baseline, candidate, unit);
	if (change === null) return "n/a";
	return `${unit === "share" ? formatPoints(change) : formatChange(change)} ${formatInterval(lower, upper)}`.trim();
}
function difference(baseline, candidate, unit) {
	if (baseline === null || candidate === null) return null;
	if (unit === "share") return candidate - baseline;
	return baseline === 0 ? null : candidate / baseline - 1;
}
/** What the judged interval says to a user: `better` or `worse` when it excludes no change, else `not clear`; '' unjudged. */
function reading$1(row) {
	const { lower, upper, higherIsBetter } = row;
	if (lower === null && upper === null) return "";
	const rose = lower !== null && lower > 0;
	if (!rose && !(upper !== null && upper < 0)) return "not clear";
	return rose === higherIsBetter ? "better" : "worse";
}
/** A per-request limit or target that all SLO entries share; null where there is none or they differ. */
function sharedLimit(session, metric) {
	const entries = session.plan.slo.filter((entry) => entry.objectives !== null);
	const values = new Set(entries.map(({ objectives, attainment }) => {
		if (metric === "attainment") return attainment;
		if (metric === "ttft_p95") return objectives?.ttftMs ?? null;
		if (metric === "tpot_p95") return objectives?.tpotMs ?? null;
		if (metric === "max_gap_p95") return objectives?.maxGapMs ?? null;
		return metric === "e2e_p95" ? objectives?.e2eMs ?? null : null;
	}));
	const [first] = values;
	return values.size === 1 ? first ?? null : null;
}
/** Offered requests of one run of the cohort, when every judged run of the arm offered the same. */
function requestsPerRun(judgement, arm) {
	const { runs, offered } = judgement.arms[arm];
	return runs.length > 0 && offered % runs.length === 0 ? offered / runs.length : null;
}
// src/report/escape.ts
/**
* Every string from outside (a server's words, a model's name, a log line, a plan's id) passes through one of these
* functions on its way into a report. They take away what could act (links, mentions, markup, control sequences) and
* keep what can be read.
*/
/** Code points that show nothing or reorder what is shown: controls, bidi marks, zero-width and filler characters. */
const INVISIBLE = [
	[0, 31],
	[127, 159],
	[173, 173],
	[847, 847],
	[1564, 1564],
	[4447, 4448],
	[6068, 6069],
	[6155, 6159],
	[8203, 8207],
	[8234, 8238],
	[8288, 8303],
	[12644, 12644],
	[65024, 65039],
	[65279, 65279],
	[65440, 65440],
	[65520, 65531],
	[113824, 113827],
	[119155, 119162],
	[917504, 921599]
];
/** What follows an ESC: a CSI sequence, an OSC/DCS/PM/APC string up to the next control character, or a short escape. */
const AFTER_ESC = /^(?:\[[0-?]*[ -/]*[@-~]?|[\]PX^_][^\p{Cc}]*|[ -/]*[0-~]?)/u;
/** Text without terminal control sequences (ECMA-48): colours, cursor movements, titles, hyperlinks. */
function stripAnsi(text) {
	const [head = "", ...rest] = text.replaceAll("", "\x1B[").split("\x1B");
	return head + rest.map((piece) => piece.replace(AFTER_ESC, "")).join("");
}
/** Lines of visible text: no control sequence, no invisible character, lone surrogates as U+FFFD, tabs as two spaces. */
function cleanLines(text) {
	return stripAnsi(text).split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/).map((line) => visible(line.replaceAll("	", "  ")));
}
function visible(line) {
	let kept = "";
	for (const character of line) {
		const point = character.codePointAt(0) ?? 0;
		if (point >= 55296 && point <= 57343) kept += "�";
		else if (!isInvisible(point)) kept += character;
	}
	return kept;
}
function isInvisible(point) {
	if (point >= 32 && point <= 126) return false;
	return INVISIBLE.some(([first, last]) => point >= first && point <= last);
}
/** `cleanLines` on one line, runs of white space as one space. For a terminal, and the first step of all other forms. */
function oneLine(text) {
	return cleanLines(text).join(" ").replace(/\s+/g, " ").trim();
}
/** What a cut may say; a text that is longer by no more than this is left whole. */
const NOTICE = 30;
/** About `max` characters of `text`; a cut is said together with how much is missing. */
function cap(text, max) {
	if (text.length <= max + NOTICE) return text;
	const kept = [...text.slice(0, 2 * max)].slice(0, max).join("");
	const missing = text.length - kept.length;
	return missing <= NOTICE ? text : `${kept}… (${missing} more characters)`;
}
const NEEDS_BACKSLASH = /[\\`*~|]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|^\[(?=[ xX]\])|\](?=[([:])|\[(?=\^)/g;
const NEEDS_ENTITY = /[&<>$@]|#(?=\d)|:(?=\/\/)|www(?=\.)|GH(?=-\d)/gi;
const ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	$: "&#36;"
};
const BLOCK_START = /^(?:#{1,6}|[-+])(?=\s|$)|^(?:--|=)/;
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/;
/**
* GitHub-flavoured markdown that shows `text` as it is, inside a table cell, a list item or a paragraph of its own.
* Mentions, issue references and bare addresses are broken by a zero-width space, because GitHub links them in the
* rendered text, after backslashes and entities are resolved.
*/
function escapeMarkdown(text) {
	return oneLine(text).replace(NEEDS_BACKSLASH, "\\$&").replace(NEEDS_ENTITY, (found) => ENTITIES[found] ?? `${found}&#8203;`).replace(BLOCK_START, "\\$&").replace(NUMBERED, "$1\\$2");
}
/** Markdown code for one line; text that a backtick span or a table can't hold goes into a `<code>` element. */
function codeSpan(text) {
	const line = oneLine(text);
	if (line === "") return "";
	return /[\\`|@<]/.test(line) ? `<code>${escapeMarkdown(line)}</code>` : `\`${line}\``;
}
/** A markdown code fence longer than any run of backticks inside. */
function codeFence(lines) {
	const body = lines.flatMap(cleanLines);
	const longest = Math.max(2, ...body.map((line) => Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))));
	const fence = "`".repeat(longest + 1);
	return [
		`${fence}text`,
		...body,
		fence
	].join("\n");
}
const HTML_ENTITIES = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;",
	"'": "&#39;"
};
/** HTML text, also fit for a quoted attribute. Expects one line; give log lines one by one. */
function escapeHtml(text) {
	return cleanLines(text).join(" ").replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? "");
}
/**
* Lines for a terminal, which in a job is the Actions runner's log: no control sequence reaches it, and no line acts as a
* workflow command.
*/
function escapeTerminal(text) {
	return cleanLines(text).map(breakWorkflowCommands).join("\n");
}
/** The runner obeys `::` after leading white space and `##[` anywhere in a line; a space parts both. */
function breakWorkflowCommands(line) {
	return line.replace(/^(\s*):(?=:)/, "$1: ").replaceAll("##[", "## [");
}
// src/report/chart.ts
const DRAWN = [
	"attainment",
	"goodput",
	"output_tokens_per_s",
	"ttft_p95",
	"tpot_p95",
	"max_gap_p95"
];
const FULL = "█";
const HALF = "▌";
const TICK = "│";
const ARM_WIDTH = 9;
/** The figures worth a bar, in the chart's order, with the limit `limitOf` gives for each. */
function barGroups(rows, limitOf) {
	return DRAWN.flatMap((metric) => {
		const row = rows.find((candidate) => candidate.metric === metric);
		if (row === void 0) return [];
		const { label, unit, higherIsBetter, baseline, candidate } = row;
		const limit = limitOf(metric);
		return [{
			label,
			unit,
			higherIsBetter,
			baseline,
			candidate,
			limit,
			tone: toneOf(row, limit)
		}];
	});
}
/** The value of a full bar: 1 for a share, else the largest of both arms and the limit; 0 when all are 0 or missing. */
function fullScale({ unit, baseline, candidate, limit }) {
	if (unit === "share") return 1;
	return [
		baseline,
		candidate,
		limit
	].reduce((max, value) => Math.max(max, finite(value)), 0);
}
/** Length of a bar as a fraction of the full scale, within [0, 1]; a missing or unbounded value has none. */
function fraction(value, full) {
	return full <= 0 ? 0 : Math.min(1, Math.max(0, finite(value) / full));
}
/** What the limit is called: `target 85 %` where more is better, `limit 100 ms` where less is. Empty without one. */
function limitLabel({ limit, unit, higherIsBetter }) {
	return limit === null ? "" : `${higherIsBetter ? "target" : "limit"} ${formatDeclared(limit, unit)}`;
}
/**
* Three lines a figure: its name with direction and limit, then one bar an arm, `width` characters for the full scale
* (and one for the limit's tick). Only characters that common monospaced fonts draw at full width.
*/
function textChart(groups, width = 24) {
	return groups.flatMap((group, index) => {
		const limit = limitLabel(group);
		const facts = [group.higherIsBetter ? "more is better" : "less is better", ...limit === "" ? [] : [`${TICK} ${limit}`]];
		const head = `${oneLine(cap(group.label, 40))} (${facts.join(", ")})`;
		const bars = ["baseline", "candidate"].map((arm) => `${arm.padEnd(ARM_WIDTH)} ${textBar(group[arm], group, width)} ${value(group[arm], group.unit)}`);
		return [
			...index === 0 ? [] : [""],
			head,
			...bars
		];
	});
}
function toneOf(row, limit) {
	const { candidate, higherIsBetter } = row;
	if (reading$1(row) === "worse") return "bad";
	if (limit !== null && candidate !== null && (higherIsBetter ? candidate < limit : candidate > limit)) return "bad";
	return reading$1(row) === "better" ? "good" : "plain";
}
function textBar(measured, group, width) {
	const full = fullScale(group);
	const halves = Math.round(fraction(measured, full) * width * 2);
	const cells = (FULL.repeat(Math.floor(halves / 2)) + (halves % 2 === 1 ? HALF : "")).padEnd(width);
	if (group.limit === null) return cells;
	const at = Math.round(fraction(group.limit, full) * width);
	return cells.slice(0, at) + TICK + cells.slice(at);
}
function value(measured, unit) {
	return oneLine(cap(formatValue(measured, unit), 24));
}
function finite(value) {
	return value !== null && Number.isFinite(value) ? value : 0;
}
// src/report/document.ts
/** What a renderer short of room leaves out first: runs, then details, then figures. The clauses always stay. */
const PRIORITIES = [
	"runs",
	"details",
	"figures",
	"clauses"
];
/**
* Text and code of a sentence, in turn. Backticks that mark nothing visible are text: two pieces must never meet where
* only an empty code stood between them.
*/
function prosePieces(text) {
	const parts = text.split("`");
	if (parts.some((part, index) => index % 2 === 1 && oneLine(part) === "")) return [text];
	const unmatched = parts.length % 2 === 0 ? `\`${parts.pop()}` : "";
	return parts.map((part, index) => {
		if (index % 2 === 1) return { code: part };
		return index === parts.length - 1 ? part + unmatched : part;
	});
}
const word = (label) => ({
	label,
	holds: "word"
});
const number = (label) => ({
	label,
	holds: "number"
});
const range = (label) => ({
	label,
	holds: "range"
});
const sentence = (label) => ({
	label,
	holds: "sentence"
});
function table(caption, columns, rows) {
	return {
		kind: "table",
		caption,
		columns,
		rows
	};
}
// src/report/sentences.ts
const MEANING = {
	PASS: "Every gating clause was shown to hold.",
	FAIL: "At least one gating clause was shown to be broken.",
	INCONCLUSIVE: "No gating clause was shown to be broken, and not every one was shown to hold.",
	INVALID: "The evidence cannot carry a verdict on the candidate, good or bad."
};
const MISS_LABEL = {
	outcome: "did not end in success",
	ttft: "TTFT over its limit",
	first_visible: "first visible text over its limit",
	tpot: "TPOT over its limit",
	max_gap: "longest gap over its limit",
	e2e: "E2E over its limit",
	quality: "failed a quality check",
	no_evidence: "no evidence for an objective"
};
const OUTCOME_LABEL = {
	success: "success",
	rejected: "rejected by the server",
	error: "error",
	truncated: "stream cut or without a good finish",
	timeout: "timed out",
	cancelled: "cancelled by the gate",
	not_sent: "not sent"
};
const END_LABEL = {
	complete: "complete",
	never_ready: "never ready",
	exited_early: "exited early",
	crashed: "crashed",
	interrupted: "interrupted",
	running: "unfinished"
};
/** What the verdict word claims, so that the three that block are not mistaken for each other. */
function meaningSentence({ verdict, reason }) {
	return reason === "candidate_broken" ? "A candidate that does not serve needs no comparison." : MEANING[verdict];
}
/** How much evidence there is: where the session stopped, how many requests a run offered. */
function evidenceSentence(judgement) {
	const { look, verdict } = judgement;
	const stop = {
		look: `Judged at the look after ${pairs(look.pairs)}`,
		gross: `Stopped after ${pairs(look.pairs)}, ${verdict === "FAIL" ? "the regression is gross" : "before any look"}`,
		broken: `Stopped after ${pairs(look.pairs)}, when a server broke`,
		none: `Not judged at a look, ${pairs(look.pairs)} complete`
	}[look.kind];
	const requests = requestsPerRun(judgement, "baseline") ?? requestsPerRun(judgement, "candidate");
	const size = requests === null ? "" : `, ${formatCount(requests)} requests a run`;
	return `${stop} (declared: ${look.looks.join(", ")})${size}.`;
}
/** How the comparison's figures were made. The level is that of each bound, so an interval holds twice of it out. */
function comparisonNote(judgement) {
	const { level } = judgement.look;
	return `Rates are means over the runs, percentiles are geometric means of the runs' own, counted from the due time.${level === null ? "" : ` Brackets are paired bounds, each at one-sided level ${formatDeclared(level, "share")}; the gating clauses decide, not this table.`}`;
}
/** What a policy did to the job's conclusion, or null when none was used. The verdict is never changed. */
function policySentence({ verdict, reason, policy }) {
	const used = reason === "arms_indistinguishable" && policy.identical === "pass" ? "policy.identical" : verdict === "INVALID" && policy.invalid === "pass" ? "policy.invalid" : verdict === "INCONCLUSIVE" && policy.inconclusive === "pass" ? "policy.inconclusive" : null;
	if (used === null) return null;
	return `The plan sets ${used}: pass, so the job may end in success. The verdict stays ${verdict}: the candidate was not shown to be good.`;
}
/** What a stated clause says; one that can't be answered in full says "unknown" first. */
function statedText({ outcome, sentence, declared }) {
	const said = { prose: declared === null ? sentence : `${sentence} (declared: ${declared})` };
	return outcome === "UNKNOWN" && !/^unknown\b/i.test(sentence) ? [
		{
			mark: "unknown",
			tone: "open"
		},
		": ",
		said
	] : said;
}
/** In place of a comparison, when no run of either arm was measured. */
const NOTHING_MEASURED = "No run was measured, so there is nothing to compare.";
/** The command that recomputes the judgement from nothing but the bundle. */
const RECOMPUTE = "node dist/cli.js judge BUNDLE";
function pairs(count) {
	return count === 1 ? "1 pair" : `${count} pairs`;
}
// src/report/clauses.ts
/** Gating clauses: a table of figures, then every clause's sentence with the method of its bound. */
function gatingSection({ clauses }) {
	const gating = clauses.filter((clause) => clause.role === "gating");
	const rows = gating.map((clause) => [
		clause.title,
		outcome(clause),
		{ prose: clause.declared ?? "none" },
		statistic(clause),
		formatBound(clause.bound, clause.statistic?.unit ?? ""),
		limit(clause),
		formatCount(clause.n)
	]);
	const columns = [
		word("clause"),
		word("outcome"),
		word("declared"),
		number("statistic"),
		range("bound"),
		number("limit"),
		number("n")
	];
	return {
		title: "Gating clauses",
		priority: "clauses",
		folded: false,
		blocks: gating.length === 0 ? [{
			kind: "paragraph",
			text: "No gating clause was judged."
		}] : [table("Clauses that decide the verdict", columns, rows), {
			kind: "list",
			items: gating.map(clauseSentence)
		}]
	};
}
/** Validity checks; folded when all of them hold. */
function validitySection({ clauses }) {
	const checks = clauses.filter((clause) => clause.role === "validity");
	if (checks.length === 0) return null;
	const broken = checks.filter((check) => TONE[check.outcome] === "bad").length;
	const unknown = checks.filter((check) => check.outcome === "UNKNOWN").length;
	const counts = [`${checks.length - broken - unknown} hold`];
	if (broken > 0) counts.push(`${broken} broken`);
	if (unknown > 0) counts.push(`${unknown} unknown`);
	const rows = checks.map((check) => [
		check.title,
		outcome(check),
		statistic(check),
		limit(check),
		{ prose: check.sentence }
	]);
	return {
		title: `Validity checks: ${counts.join(", ")}`,
		priority: "clauses",
		folded: broken === 0,
		blocks: [table("Checks that the evidence may decide", [
			word("check"),
			word("outcome"),
			number("measured"),
			number("limit"),
			sentence("what it says")
		], rows)]
	};
}
/** Stated clauses: one row each, "unknown" spelled out. */
function statedSection({ clauses }) {
	const stated = clauses.filter((clause) => clause.role === "stated");
	if (stated.length === 0) return null;
	const unknown = stated.filter((clause) => clause.outcome === "UNKNOWN").length;
	return {
		title: `What these numbers mean: ${stated.length} stated clauses, ${unknown} unknown`,
		priority: "clauses",
		folded: true,
		blocks: [table("Stated clauses", [word("clause"), sentence("what it says")], stated.map((clause) => [clause.title, statedText(clause)]))]
	};
}
const TONE = {
	PASS: "good",
	FAIL: "bad",
	INCONCLUSIVE: "open",
	INVALID: "bad",
	REPORTED: "quiet",
	UNKNOWN: "open"
};
function outcome(clause) {
	return {
		mark: clause.outcome,
		tone: TONE[clause.outcome]
	};
}
function statistic({ statistic: found }) {
	return found === null ? "n/a" : formatValue(found.value, found.unit);
}
function limit({ limit: found }) {
	return found === null ? "n/a" : formatDeclared(found.value, found.unit);
}
function clauseSentence(clause) {
	const method = clause.bound === null ? "" : ` Bound: ${clause.bound.method}.`;
	return [
		{ strong: clause.title },
		" ",
		outcome(clause),
		": ",
		{ prose: `${clause.sentence}${method}` }
	];
}
// src/report/details.ts
/** The folded parts: why requests missed, the runs, what differs between the arms, a broken server's log, how to repeat. */
/** The last lines of a broken server's log; null when no server broke. */
function logSection({ logTail, runs }) {
	if (logTail === null) return null;
	const run = runs.find(({ number }) => number === logTail.run);
	const whose = run === void 0 ? "" : `, ${run.arm}, ${END_LABEL[run.end]}`;
	const lines = logTail.lines.length === 0 ? ["(the server wrote nothing)"] : logTail.lines;
	return {
		title: `Last lines of the server's log (run ${logTail.run}${whose})`,
		priority: "figures",
		folded: false,
		blocks: [{
			kind: "log",
			lines
		}]
	};
}
/** Why requests did not qualify, by reason and by class. */
function missesSection({ arms }) {
	const figures = ARMS.map((arm) => arms[arm]);
	const countRow = (label, count) => [label, ...figures.map((arm) => share(count(arm), arm.offered))];
	const reasons = MISSES.filter((miss) => figures.some((arm) => (arm.misses[miss] ?? 0) > 0));
	const outcomes = OUTCOMES.filter((name) => name !== "success" && figures.some((arm) => (arm.outcomes[name] ?? 0) > 0));
	const rows = [
		countRow("qualified", (arm) => arm.qualified),
		...reasons.map((miss) => countRow(MISS_LABEL[miss], (arm) => arm.misses[miss] ?? 0)),
		...outcomes.map((name) => countRow(`outcome: ${OUTCOME_LABEL[name]}`, (arm) => arm.outcomes[name] ?? 0))
	];
	return {
		title: "Why requests did not qualify",
		priority: "details",
		folded: true,
		blocks: [
			table("Requests of the cohort over all judged runs, by reason", [
				word("requests"),
				number("baseline"),
				number("candidate")
			], rows),
			{
				kind: "paragraph",
				text: "A request counts under every reason that applies."
			},
			...classTable(arms)
		]
	};
}
function classTable(arms) {
	const names = [...new Set(ARMS.flatMap((arm) => arms[arm].classes.map((entry) => entry.class)))];
	if (names.length < 2) return [];
	const rows = names.map((name) => [name, ...ARMS.map((arm) => {
		const found = arms[arm].classes.find((entry) => entry.class === name);
		return found === void 0 ? "n/a" : share(found.qualified, found.offered);
	})]);
	return [table("Qualified requests by class", [
		word("qualified in class"),
		number("baseline"),
		number("candidate")
	], rows)];
}
/** One row a run, in the order they were made. */
function runsSection({ runs }) {
	const rows = runs.map((run) => [
		String(run.number),
		run.arm,
		String(run.pair),
		run.end === "complete" ? END_LABEL[run.end] : {
			mark: END_LABEL[run.end],
			tone: "bad"
		},
		formatValue(run.attainment, "share"),
		formatNumber(run.goodputRps),
		formatValue(run.latencies.ttftMs.p95, "ms"),
		formatValue(run.wallClock.outputTokensPerS, ""),
		`${formatValue(run.lag.p99Ms, "ms")}; ${formatValue(run.lag.maxMs, "ms")}`,
		formatValue(run.stampUncertaintyMs, "ms")
	]);
	const columns = [
		word("run"),
		word("arm"),
		number("pair"),
		word("end"),
		...[
			"attainment",
			"goodput, req/s",
			"p95 TTFT",
			"output tokens/s",
			"lag p99; max",
			"stamp uncertainty"
		].map(number)
	];
	return {
		title: `Runs: ${runs.length}`,
		priority: "runs",
		folded: true,
		blocks: [table("Runs in the order made", columns, rows)]
	};
}
/** What the two launches declare differently. */
function differenceSection({ difference }) {
	return {
		title: `Declared difference between the launches: ${difference.length === 0 ? "none" : difference.length}`,
		priority: "details",
		folded: true,
		blocks: [difference.length === 0 ? {
			kind: "paragraph",
			text: "Both arms declare the same launch."
		} : {
			kind: "list",
			items: difference.map((line) => ({ prose: line }))
		}]
	};
}
/** How to recompute the judgement, from which bytes, with which defaults. */
function repeatSection({ hashes }, session) {
	const { defaults, gate } = session;
	const left = defaults.flatMap((key) => [
		"; ",
		{ code: key },
		` ${resolved(session, key)}`
	]).slice(1);
	return {
		title: "Recompute it",
		priority: "details",
		folded: true,
		blocks: [{
			kind: "paragraph",
			text: ["From nothing but the bundle: ", { code: RECOMPUTE }]
		}, {
			kind: "list",
			items: [
				["plan (SHA-256) ", { code: hashes.plan }],
				["trace (SHA-256) ", { code: hashes.trace }],
				[
					"gate ",
					{ code: `${gate.version} (${gate.source.slice(0, 12)})` },
					`, Node ${gate.node}, ${gate.platform}`
				],
				left.length === 0 ? "every plan key was set" : ["plan keys left out, with the value that stood: ", ...left]
			]
		}]
	};
}
/** Every intermediate figure by clause and name, as the judge left it; null when there is none. */
function figuresSection({ clauses }) {
	const rows = clauses.flatMap(({ title, figures }) => Object.entries(figures).map(([name, value]) => [
		title,
		{ code: name },
		String(value ?? "unknown")
	]));
	if (rows.length === 0) return null;
	return {
		title: `Intermediate figures: ${rows.length}`,
		priority: "details",
		folded: true,
		blocks: [table("Intermediate figures of the clauses", [
			word("clause"),
			word("figure"),
			number("value")
		], rows)]
	};
}
/**
* The resolved value of a key as a person writes it: `request.timeout` of the plan, `baseline: ready.path` of a launch.
* Durations end in `Ms` there.
*/
function resolved({ plan, launches }, key) {
	const [, arm, inLaunch] = /^(baseline|candidate): (.*)$/.exec(key) ?? [];
	let value = arm === void 0 ? plan : launches[arm];
	for (const part of (inLaunch ?? key).split(".")) {
		const name = part.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
		const fields = Object(value);
		const duration = fields[`${name}Ms`];
		if (typeof duration === "number") return formatDeclared(duration, "ms");
		value = fields[name];
	}
	if (value === void 0 || value === null || Array.isArray(value) && value.length === 0) return "none";
	return typeof value === "string" ? value : JSON.stringify(value);
}
function share(count, offered) {
	return offered === 0 ? formatCount(count) : `${formatCount(count)} of ${formatCount(offered)} (${formatShare(count / offered)})`;
}
// src/report/content.ts
/**
* The whole report, verdict first. A broken server's log comes before the figures, because there it is the only
* evidence that helps.
*/
function reportOf(judgement, session) {
	const { verdict, why, remedy, problems } = judgement;
	const policy = policySentence(judgement);
	return {
		verdict,
		why: { prose: why },
		remedy: { prose: remedy },
		notes: [
			...policy === null ? [] : [{ strong: policy }],
			...problems.filter((problem) => problem !== why).map((problem) => ({ prose: `Evidence missing: ${problem}` })),
			`${meaningSentence(judgement)} ${evidenceSentence(judgement)}`
		],
		sections: [
			logSection(judgement),
			sideBySide(judgement, session),
			gatingSection(judgement),
			validitySection(judgement),
			statedSection(judgement),
			missesSection(judgement),
			runsSection(judgement),
			differenceSection(session),
			repeatSection(judgement, session)
		].filter((section) => section !== null)
	};
}
function sideBySide(judgement, session) {
	const rows = comparison$1(judgement);
	const cells = rows.map((row) => [
		row.label,
		formatValue(row.baseline, row.unit),
		formatValue(row.candidate, row.unit),
		changeText(row),
		readingMark(row)
	]);
	const columns = [
		word("figure"),
		number("baseline"),
		number("candidate"),
		range("change"),
		word("reads as")
	];
	return {
		title: "Side by side",
		priority: "figures",
		folded: false,
		blocks: rows.length === 0 ? [{
			kind: "paragraph",
			text: NOTHING_MEASURED
		}] : [
			table("Figures of both arms", columns, cells),
			{
				kind: "paragraph",
				text: comparisonNote(judgement)
			},
			{
				kind: "chart",
				groups: barGroups(rows, (metric) => sharedLimit(session, metric))
			}
		]
	};
}
function readingMark(row) {
	const word = reading$1(row);
	if (word === "") return "";
	return {
		mark: word,
		tone: {
			better: "good",
			worse: "bad",
			"not clear": "quiet"
		}[word]
	};
}
// node_modules/markdown-table/index.js
/**
* @typedef {Options} MarkdownTableOptions
*   Configuration.
*/
/**
* @typedef Options
*   Configuration.
* @property {boolean | null | undefined} [alignDelimiters=true]
*   Whether to align the delimiters (default: `true`);
*   they are aligned by default:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   Pass `false` to make them staggered:
*
*   ```markdown
*   | Alpha | B |
*   | - | - |
*   | C | Delta |
*   ```
* @property {ReadonlyArray<string | null | undefined> | string | null | undefined} [align]
*   How to align columns (default: `''`);
*   one style for all columns or styles for their respective columns;
*   each style is either `'l'` (left), `'r'` (right), or `'c'` (center);
*   other values are treated as `''`, which doesn’t place the colon in the
*   alignment row but does align left;
*   *only the lowercased first character is used, so `Right` is fine.*
* @property {boolean | null | undefined} [delimiterEnd=true]
*   Whether to end each row with the delimiter (default: `true`).
*
*   > 👉 **Note**: please don’t use this: it could create fragile structures
*   > that aren’t understandable to some markdown parsers.
*
*   When `true`, there are ending delimiters:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there are no ending delimiters:
*
*   ```markdown
*   | Alpha | B
*   | ----- | -----
*   | C     | Delta
*   ```
* @property {boolean | null | undefined} [fillRows=true]
*   Whether to fill rows with empty cells up to the most cells in a row
*   (default: `true`).
*
*   When `true`, all rows have as many cells as the longest row:
*
*   ```markdown
*   | Alpha | B    |   |
*   | ----- | ---- | - |
*   | C     |      |   |
*   | D     | Echo | F |
*   ```
*
*   When `false`, rows keep their cells,
*   and the delimiter row has as many cells as the header row:
*
*   ```markdown
*   | Alpha | B    |
*   | ----- | ---- |
*   | C     |
*   | D     | Echo | F |
*   ```
* @property {boolean | null | undefined} [delimiterStart=true]
*   Whether to begin each row with the delimiter (default: `true`).
*
*   > 👉 **Note**: please don’t use this: it could create fragile structures
*   > that aren’t understandable to some markdown parsers.
*
*   When `true`, there are starting delimiters:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there are no starting delimiters:
*
*   ```markdown
*   Alpha | B     |
*   ----- | ----- |
*   C     | Delta |
*   ```
* @property {boolean | null | undefined} [padding=true]
*   Whether to add a space of padding between delimiters and cells
*   (default: `true`).
*
*   When `true`, there is padding:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there is no padding:
*
*   ```markdown
*   |Alpha|B    |
*   |-----|-----|
*   |C    |Delta|
*   ```
* @property {((value: string) => number) | null | undefined} [stringLength]
*   Function to detect the length of table cell content (optional);
*   this is used when aligning the delimiters (`|`) between table cells;
*   full-width characters and emoji mess up delimiter alignment when viewing
*   the markdown source;
*   to fix this, you can pass this function,
*   which receives the cell content and returns its “visible” size;
*   note that what is and isn’t visible depends on where the text is displayed.
*
*   Without such a function, the following:
*
*   ```js
*   markdownTable([
*     ['Alpha', 'Bravo'],
*     ['中文', 'Charlie'],
*     ['👩‍❤️‍👩', 'Delta']
*   ])
*   ```
*
*   Yields:
*
*   ```markdown
*   | Alpha | Bravo |
*   | - | - |
*   | 中文 | Charlie |
*   | 👩‍❤️‍👩 | Delta |
*   ```
*
*   With [`string-width`](https://github.com/sindresorhus/string-width):
*
*   ```js
*   import stringWidth from 'string-width'
*
*   markdownTable(
*     [
*       ['Alpha', 'Bravo'],
*       ['中文', 'Charlie'],
*       ['👩‍❤️‍👩', 'Delta']
*     ],
*     {stringLength: stringWidth}
*   )
*   ```
*
*   Yields:
*
*   ```markdown
*   | Alpha | Bravo   |
*   | ----- | ------- |
*   | 中文  | Charlie |
*   | 👩‍❤️‍👩    | Delta   |
*   ```
*/
/**
* Get the length of a cell.
*
* @param {string} value
*   Cell value.
* @returns {number}
*   Cell size.
*/
function defaultStringLength(value) {
	return value.length;
}
/**
* Generate a markdown
* ([GFM](https://docs.github.com/en/github/writing-on-github/working-with-advanced-formatting/organizing-information-with-tables))
* table.
*
* @param {ReadonlyArray<ReadonlyArray<string | null | undefined>>} table
*   Table data (matrix of strings).
* @param {Readonly<Options> | null | undefined} [options]
*   Configuration (optional).
* @returns {string}
*   Result.
*/
function markdownTable(table, options) {
	const settings = options || {};
	const align = (settings.align || []).concat();
	const stringLength = settings.stringLength || defaultStringLength;
	/** @type {Array<number>} Character codes as symbols for alignment per column. */
	const alignments = [];
	/** @type {Array<Array<string>>} Cells per row. */
	const cellMatrix = [];
	/** @type {Array<Array<number>>} Sizes of each cell per row. */
	const sizeMatrix = [];
	/** @type {Array<number>} */
	const longestCellByColumn = [];
	let mostCellsPerRow = 0;
	let rowIndex = -1;
	while (++rowIndex < table.length) {
		/** @type {Array<string>} */
		const row = [];
		/** @type {Array<number>} */
		const sizes = [];
		let columnIndex = -1;
		if (table[rowIndex].length > mostCellsPerRow) mostCellsPerRow = table[rowIndex].length;
		while (++columnIndex < table[rowIndex].length) {
			const cell = serialize(table[rowIndex][columnIndex]);
			if (settings.alignDelimiters !== false) {
				const size = stringLength(cell);
				sizes[columnIndex] = size;
				if (longestCellByColumn[columnIndex] === void 0 || size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			}
			row.push(cell);
		}
		cellMatrix[rowIndex] = row;
		sizeMatrix[rowIndex] = sizes;
	}
	let columnIndex = -1;
	if (typeof align === "object" && "length" in align) while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = toAlignment(align[columnIndex]);
	else {
		const code = toAlignment(align);
		while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = code;
	}
	columnIndex = -1;
	/** @type {Array<string>} */
	const row = [];
	/** @type {Array<number>} */
	const sizes = [];
	while (++columnIndex < mostCellsPerRow) {
		const code = alignments[columnIndex];
		let before = "";
		let after = "";
		if (code === 99) {
			before = ":";
			after = ":";
		} else if (code === 108) before = ":";
		else if (code === 114) after = ":";
		let size = settings.alignDelimiters === false ? 1 : Math.max(1, longestCellByColumn[columnIndex] - before.length - after.length);
		const cell = before + "-".repeat(size) + after;
		if (settings.alignDelimiters !== false) {
			size = before.length + size + after.length;
			if (size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			sizes[columnIndex] = size;
		}
		row[columnIndex] = cell;
	}
	cellMatrix.splice(1, 0, row);
	sizeMatrix.splice(1, 0, sizes);
	rowIndex = -1;
	/** @type {Array<string>} */
	const lines = [];
	while (++rowIndex < cellMatrix.length) {
		const row = cellMatrix[rowIndex];
		const sizes = sizeMatrix[rowIndex];
		const cellsInRow = settings.fillRows === false ? Math.max(1, cellMatrix[rowIndex === 1 ? 0 : rowIndex].length) : mostCellsPerRow;
		columnIndex = -1;
		/** @type {Array<string>} */
		const line = [];
		while (++columnIndex < cellsInRow) {
			const cell = row[columnIndex] || "";
			let before = "";
			let after = "";
			if (settings.alignDelimiters !== false) {
				const size = longestCellByColumn[columnIndex] - (sizes[columnIndex] || 0);
				const code = alignments[columnIndex];
				if (code === 114) before = " ".repeat(size);
				else if (code === 99) {
					const half = size / 2;
					if (size % 2) {
						before = " ".repeat(half + .5);
						after = " ".repeat(half - .5);
					} else {
						before = " ".repeat(half);
						after = before;
					}
				} else after = " ".repeat(size);
			}
			if (settings.delimiterStart !== false && !columnIndex) line.push("|");
			if (settings.padding !== false && !(settings.alignDelimiters === false && cell === "") && (settings.delimiterStart !== false || columnIndex)) line.push(" ");
			if (settings.alignDelimiters !== false) line.push(before);
			line.push(cell);
			if (settings.alignDelimiters !== false) line.push(after);
			if (settings.padding !== false) line.push(" ");
			if (settings.delimiterEnd !== false || columnIndex !== cellsInRow - 1) line.push("|");
		}
		lines.push(settings.delimiterEnd === false ? line.join("").replace(/ +$/, "") : line.join(""));
	}
	return lines.join("\n");
}
/**
* Serialize a cell value.
*
* @param {string | null | undefined} [value]
*   Value to serialize.
* @returns {string}
*   Result.
*/
function serialize(value) {
	return value === null || value === void 0 ? "" : String(value);
}
/**
* Get the alignment character code from a value.
*
* @param {string | null | undefined} value
*   Value.
* @returns {number}
*   Alignment.
*/
function toAlignment(value) {
	const code = typeof value === "string" ? value.codePointAt(0) : 0;
	return code === 67 || code === 99 ? 99 : code === 76 || code === 108 ? 108 : code === 82 || code === 114 ? 114 : 0;
}
// src/report/markdown.ts
/** Sections as GitHub-flavoured markdown. */
/** One section: a heading, or a closed `<details>` when folded. */
function markdownSection(section, room) {
	const body = section.blocks.map((block) => markdownBlock(block, room)).join("\n\n");
	return section.folded ? `<details>\n<summary>${escapeHtml(section.title)}</summary>\n\n${body}\n\n</details>` : `### ${escapeMarkdown(cap(section.title, room.characters))}\n\n${body}`;
}
/** One line of text with its code and strong pieces. */
function richText(text, room) {
	return (Array.isArray(text) ? text : [text]).map((piece) => inline$1(piece, room)).join("");
}
function markdownBlock(block, room) {
	switch (block.kind) {
		case "paragraph": return richText(block.text, room);
		case "list": return block.items.map((item) => `- ${richText(item, room)}`).join("\n");
		case "table": return markdownTable([block.columns.map(({ label }) => label), ...block.rows.map((row) => row.map((cell) => richText(cell, room)))], {
			align: block.columns.map(({ holds }) => holds === "number" || holds === "range" ? "r" : "l"),
			alignDelimiters: false
		});
		case "chart": return codeFence(textChart(block.groups));
		case "log": return codeFence(block.lines.flatMap(cleanLines).slice(-room.logLines).map((line) => cap(line, room.characters)));
	}
}
function inline$1(piece, { characters }) {
	if (typeof piece === "string") return spaced(cap(piece, characters));
	if ("code" in piece) return codeSpan(cap(piece.code, characters));
	if ("strong" in piece) return strong(cap(piece.strong, characters));
	if ("mark" in piece) return piece.tone === "bad" || piece.tone === "open" ? strong(piece.mark) : escapeMarkdown(piece.mark);
	return prosePieces(cap(piece.prose, characters)).map((part) => typeof part === "string" ? spaced(part) : codeSpan(part.code)).join("");
}
function strong(text) {
	const body = escapeMarkdown(text);
	return body === "" ? "" : `**${body}**`;
}
/** Escaped text that keeps the white space at its ends, because pieces of one line are joined without a space. */
function spaced(text) {
	const body = escapeMarkdown(text);
	if (body === "") return text === "" ? "" : " ";
	return `${/^\s/.test(text) ? " " : ""}${body}${/\s$/.test(text) ? " " : ""}`;
}
// src/report/comment.ts
const BUDGET = 63536;
/** Tried in this order until one fits: first whole parts go, in the order of `PRIORITIES`, then foreign text shortens. */
const STEPS = [...[
	0,
	1,
	2,
	3
].map((dropped) => ({
	dropped,
	room: {
		characters: 2e3,
		logLines: 40
	}
})), ...[
	800,
	300,
	100,
	24
].map((characters) => ({
	dropped: 3,
	room: {
		characters,
		logLines: 10
	}
}))];
/**
* The comment for a judged session, at most 65,536 characters with room to spare for the shell's own lines. Short of
* room it leaves out the run table, then the folded details, then the figures, and says so; the verdict and the clauses
* stay, their foreign text capped. No marker: that line belongs to whoever posts the comment.
*/
function renderComment(judgement, session) {
	const report = reportOf(judgement, session);
	let text = "";
	for (const step of STEPS) {
		text = render(report, step.dropped, step.room);
		if (text.length <= BUDGET) return text;
	}
	return cut(text);
}
function render(report, dropped, room) {
	const left = PRIORITIES.slice(0, dropped);
	const kept = report.sections.filter((section) => !left.includes(section.priority));
	const missing = report.sections.filter((section) => left.includes(section.priority));
	const parts = [
		`## Goodput Gate: ${report.verdict}`,
		richText(report.why, room),
		`**What to do:** ${richText(report.remedy, room)}`,
		...report.notes.map((note) => richText(note, room)),
		...kept.map((section) => markdownSection(section, room))
	];
	if (missing.length > 0) {
		const titles = missing.map((section) => section.title).join("; ");
		parts.push(`Left out here for length, whole in report.html: ${richText(titles, room)}.`);
	}
	return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
/** The last resort, for clause lists no comment can hold: whole lines from the top, and a word about the rest. */
function cut(text) {
	const notice = "\n\nCut here for length; report.html has the whole clause list.\n";
	const end = text.lastIndexOf("\n", 63474);
	return text.slice(0, end > 0 ? end : 63474) + notice;
}
// src/report/html.ts
/** Sections as HTML. Everything that is text goes through `escapeHtml`; nothing here writes a script or an address. */
/** A section with its heading; a folded one is a `<details>`, open where it holds clauses. Charts come first: on a page they are the overview. */
function htmlSection({ title, priority, folded, blocks }) {
	const body = [...blocks.filter((block) => block.kind === "chart"), ...blocks.filter((block) => block.kind !== "chart")].map(htmlBlock).join("\n");
	return folded ? `<details${priority === "clauses" ? " open" : ""}>\n<summary><h2>${escapeHtml(title)}</h2></summary>\n${body}\n</details>` : `<section>\n<h2>${escapeHtml(title)}</h2>\n${body}\n</section>`;
}
/** One line of text with its code, strong and marked pieces. */
function htmlText(text) {
	return (Array.isArray(text) ? text : [text]).map(inline).join("");
}
function inline(piece) {
	if (typeof piece === "string") return escapeHtml(piece);
	if ("code" in piece) return `<code>${escapeHtml(piece.code)}</code>`;
	if ("prose" in piece) return prosePieces(piece.prose).map(inline).join("");
	if ("mark" in piece) return `<b class="mark ${piece.tone}">${escapeHtml(piece.mark)}</b>`;
	return `<strong>${escapeHtml(piece.strong)}</strong>`;
}
function htmlBlock(block) {
	switch (block.kind) {
		case "paragraph": return `<p class="note">${htmlText(block.text)}</p>`;
		case "list": return `<ul>\n${block.items.map((item) => `<li>${htmlText(item)}</li>`).join("\n")}\n</ul>`;
		case "table": return htmlTable(block);
		case "chart": return `<div class="bars">\n${block.groups.map(htmlBars).join("\n")}\n</div>`;
		case "log": return `<pre tabindex="0">${block.lines.flatMap(cleanLines).map(escapeHtml).join("\n")}</pre>`;
	}
}
/** Scrolls sideways in its own region, so that a narrow screen never scrolls the page. */
function htmlTable({ caption, columns, rows }) {
	const label = escapeHtml(caption);
	const head = columns.map((column) => `<th scope="col"${holds(column)}>${escapeHtml(column.label)}</th>`).join("");
	const body = rows.map((row) => `<tr>${row.map((cell, index) => htmlCell(cell, columns[index], index)).join("")}</tr>`);
	return [
		`<div class="scroll" role="region" aria-label="${label}" tabindex="0">`,
		`<table class="of${columns.length}">`,
		`<caption>${label}</caption>`,
		`<thead><tr>${head}</tr></thead>`,
		`<tbody>\n${body.join("\n")}\n</tbody>`,
		"</table>",
		"</div>"
	].join("\n");
}
function htmlCell(cell, column, index) {
	const kind = holds(column);
	return index === 0 ? `<th scope="row"${kind}>${htmlText(cell)}</th>` : `<td${kind}>${htmlText(cell)}</td>`;
}
function holds(column) {
	return column === void 0 || column.holds === "word" ? "" : ` class="${column.holds}"`;
}
/** Two bars on one scale; hidden from screen readers, which get the table. */
function htmlBars(group) {
	const full = fullScale(group);
	const limit = limitLabel(group);
	const tick = group.limit === null ? "" : `<rect class="tick" x="${percent$2(fraction(group.limit, full))}" width="2" height="100%"/>`;
	const rows = ["baseline", "candidate"].map((arm) => {
		const fill = `<rect class="fill" width="${percent$2(fraction(group[arm], full))}" height="100%"/>`;
		const figure = escapeHtml(formatValue(group[arm], group.unit));
		return `<span>${arm}</span><svg class="${arm === "baseline" ? "base" : group.tone}"><rect class="track" width="100%" height="100%"/>${fill}${tick}</svg><b>${figure}</b>`;
	});
	return [
		"<figure aria-hidden=\"true\">",
		`<figcaption>${escapeHtml(group.label)} <small>${group.higherIsBetter ? "more" : "less"} is better</small></figcaption>`,
		`<div>${rows.join("")}</div>`,
		...limit === "" ? [] : [`<p>${escapeHtml(limit)}</p>`],
		"</figure>"
	].join("\n");
}
function percent$2(share) {
	return `${(share * 100).toFixed(2)}%`;
}
// src/report/style.ts
/** The page's style sheet: system fonts, one column, light and dark by the reader's preference. */
const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --ink: #1c1e21; --muted: #5d6268; --rule: #e3e0da; --track: #eeebe5;
  --good: #13703f; --bad: #b3261e; --open: #8a5a00; --invalid: #5b4bb0; --base: #9aa0a6; --plain: #3b6ea8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131517; --card: #1a1d20; --ink: #e8e6e1; --muted: #9ea4aa; --rule: #2d3136; --track: #262a2e;
    --good: #74cf9c; --bad: #ff8f84; --open: #e9b95c; --invalid: #b9abff; --base: #767d84; --plain: #7fb0e6;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 62rem; padding: clamp(1.25rem, 5vw, 4rem) clamp(1rem, 4vw, 2.5rem) 4rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  overflow-wrap: break-word; font-variant-numeric: tabular-nums;
}
h1, h2, p, ul, figure, pre { margin: 0; }
h1 { margin-top: .35rem; font-size: clamp(2.5rem, 9vw, 4.25rem); line-height: 1; font-weight: 750; letter-spacing: -.025em; color: var(--verdict); }
h2 { font-size: 1.1rem; line-height: 1.3; font-weight: 650; letter-spacing: -.005em; }
header { border-top: .3rem solid var(--verdict); padding-top: 1.25rem; }
.PASS { --verdict: var(--good); } .FAIL { --verdict: var(--bad); }
.INCONCLUSIVE { --verdict: var(--open); } .INVALID { --verdict: var(--invalid); }
.name { color: var(--muted); font-weight: 600; }
.why { margin-top: 1.1rem; max-width: 44rem; font-size: clamp(1.125rem, 2.6vw, 1.35rem); line-height: 1.42; }
.remedy { margin-top: 1.4rem; max-width: 44rem; padding-left: 1rem; border-left: .2rem solid var(--verdict); }
.remedy h2 { font-size: 1rem; }
.note { margin-top: .9rem; max-width: 44rem; color: var(--muted); font-size: .9rem; }
section { margin-top: 3rem; }
details { margin-top: 1rem; border-top: 1px solid var(--rule); padding-top: 1rem; }
section + details { margin-top: 3rem; }
summary { cursor: pointer; display: flex; gap: .6rem; align-items: baseline; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: "+"; width: .8rem; color: var(--muted); font-weight: 650; }
details[open] > summary::before { content: "\\2212"; }
.bars { margin-top: 1.1rem; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17.5rem), 1fr)); }
figure { background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; padding: .85rem 1rem .7rem; }
figcaption { display: flex; justify-content: space-between; align-items: baseline; gap: .75rem; font-weight: 650; }
figcaption small { color: var(--muted); font-size: .75rem; font-weight: 400; white-space: nowrap; }
figure div { margin-top: .55rem; display: grid; grid-template-columns: auto 1fr auto; gap: .3rem .6rem; align-items: center; font-size: .85rem; }
figure span { color: var(--muted); } figure b { font-weight: 600; text-align: right; }
figure p { margin-top: .45rem; color: var(--muted); font-size: .75rem; line-height: 1.2; }
svg { display: block; width: 100%; height: .7rem; border-radius: .15rem; overflow: hidden; }
.track { fill: var(--track); } .fill { fill: var(--base); } .tick { fill: var(--ink); transform: translateX(-2px); }
svg.plain .fill { fill: var(--plain); } svg.bad .fill { fill: var(--bad); } svg.good .fill { fill: var(--good); }
.scroll { margin-top: 1.1rem; overflow-x: auto; }
.bars + .scroll { margin-top: 1.75rem; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; line-height: 1.4; }
caption { text-align: left; padding-bottom: .4rem; color: var(--muted); font-size: .8rem; }
th, td { padding: .45rem .9rem .45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--muted); font-size: .8rem; white-space: nowrap; border-bottom-color: var(--muted); }
tbody th { font-weight: 500; min-width: 8rem; }
td.sentence { min-width: 15rem; }
.number, .range { text-align: right; white-space: nowrap; }
.of2 tbody th { width: 14rem; }
ul { margin-top: 1rem; padding-left: 1.1rem; max-width: 48rem; font-size: .9rem; }
li + li { margin-top: .35rem; } li::marker { color: var(--muted); }
.mark { font-weight: 650; } .mark.good { color: var(--good); } .mark.bad { color: var(--bad); }
.mark.open { color: var(--open); } .mark.quiet { color: var(--muted); font-weight: 400; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .85em; }
pre { margin-top: 1rem; padding: .9rem 1rem; overflow-x: auto; background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; line-height: 1.5; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--muted); font-size: .8rem; }
:focus-visible { outline: 2px solid var(--plain); outline-offset: 3px; border-radius: .15rem; }
@media (max-width: 34rem) {
  table { font-size: .8rem; } thead th { font-size: .74rem; } th, td { padding-right: .45rem; } tbody th { min-width: 4.8rem; }
  .of2 tbody th { width: 8.5rem; } td.range { white-space: normal; min-width: 5.4rem; }
}
@media print { body { max-width: none; padding: 0; } .scroll { overflow: visible; } }
`;
// src/report/page.ts
/** The same content as the comment, whole, and every intermediate figure of every clause. */
function renderPage(judgement, session) {
	const { verdict, why, remedy, notes, sections } = reportOf(judgement, session);
	const figures = figuresSection(judgement);
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goodput Gate: ${verdict}</title>
<style>${STYLE}</style>
</head>
<body class="${verdict}">
<header>
<p class="name">Goodput Gate</p>
<h1>${verdict}</h1>
<p class="why">${htmlText(why)}</p>
<div class="remedy">
<h2>What to do</h2>
<p>${htmlText(remedy)}</p>
</div>
${notes.map((note) => `<p class="note">${htmlText(note)}</p>`).join("\n")}
</header>
<main>
${[...sections, ...figures === null ? [] : [figures]].map(htmlSection).join("\n")}
</main>
<footer>Goodput Gate ${escapeHtml(session.gate.version)}. A verdict about this trace, at this load, on this machine.</footer>
</body>
</html>
`;
}
// src/run/clock.ts
/** Monotonic time in ms since the process's own origin; the only clock durations are taken from. */
function nowMs() {
	return performance.now();
}
/** Cumulative time the event loop has spent idle, ms (libuv's idle metric). */
function idleMs() {
	return performance.nodeTiming.idleTime;
}
/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
function sleep(ms, signal) {
	return new Promise((resolve) => {
		if (signal?.aborted) return resolve();
		const done = () => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", done);
			resolve();
		};
		const timer = setTimeout(done, ms);
		signal?.addEventListener("abort", done, { once: true });
	});
}
// src/run/frames.ts
const BLOCK_BYTES = 4194304;
/**
* The record of one replay: stamped entries in 4 MiB blocks shared by all streams, and the table of event-loop
* iterations that turns a callback's time into an interval (client I/O, mechanisms 1 to 3). Recording one entry is a few
* stores and one copy; nothing is parsed, serialised or written here.
*
* Order markers (mechanism 4) will be one more kind of entry, written by `open` of the iteration that reads them.
*/
var FrameLog = class {
	/** ms on the process clock at which the window starts; entries are relative to it. */
	originMs;
	sink;
	free = [];
	block;
	view;
	offset = 0;
	flushed = 0;
	iteration = 0;
	isOpen = false;
	batchMs = 0;
	idleAtBatchMs = 0;
	idleStartMs;
	/** Blocks allocated after construction, that is inside the replay: each may cost a pause. */
	lateBlocks = 0;
	constructor(sink, originMs, expectedBytes) {
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
	add(kind, request, tMs, number = 0, payload = null) {
		this.reserve(32 + (payload === null ? 0 : payload.length));
		const entry = {
			kind,
			request,
			iteration: this.iteration,
			tMs: tMs - this.originMs,
			number
		};
		this.offset = writeEntry(this.view, this.offset, entry, payload);
	}
	/** Records bytes read at `tMs`, opening this loop iteration's row of the table if it is the first read in it. */
	data(request, tMs, chunk) {
		if (!this.isOpen) {
			this.isOpen = true;
			this.iteration += 1;
			this.idleAtBatchMs = idleMs();
			this.batchMs = nowMs();
			setImmediate(this.closeIteration);
		}
		for (let at = 0; at === 0 || at < chunk.length; at += BLOCK_BYTES / 2) this.add(KIND.data, request, tMs, 0, chunk.subarray(at, at + BLOCK_BYTES / 2));
	}
	closeIteration = () => {
		if (!this.isOpen) return;
		const idle = new Float64Array([this.idleAtBatchMs - this.idleStartMs, idleMs() - this.idleStartMs]);
		this.add(KIND.iteration, NO_REQUEST, nowMs(), this.batchMs - this.originMs, new Uint8Array(idle.buffer));
		this.isOpen = false;
	};
	reserve(bytes) {
		if (this.offset + bytes <= BLOCK_BYTES) return;
		this.sink.append(this.block, this.flushed, this.offset, true);
		let next = this.free.pop();
		if (next === void 0) {
			next = new SharedArrayBuffer(BLOCK_BYTES);
			this.lateBlocks += 1;
		}
		this.block = next;
		this.view = new DataView(next);
		this.offset = 0;
		this.flushed = 0;
	}
	/** Hands over what the open block holds so far; called each second, so that a crash loses at most that much. */
	flush() {
		if (this.isOpen) return;
		if (this.offset > this.flushed) this.sink.append(this.block, this.flushed, this.offset, false);
		this.flushed = this.offset;
	}
	/** Closes an open iteration row, marks the record as whole and hands over the rest. */
	finish() {
		this.closeIteration();
		this.add(KIND.close, NO_REQUEST, nowMs());
		this.flush();
	}
	/** Takes a written block back for reuse. */
	giveBack(block) {
		this.free.push(block);
	}
};
/** A block whose pages are already mapped, so that the first write inside the window does not fault. */
function touchedBlock() {
	const block = new SharedArrayBuffer(BLOCK_BYTES);
	new Uint8Array(block).fill(0);
	return block;
}
/** A sink that keeps everything in memory, for warm-up and probe. */
var MemorySink = class {
	parts = [];
	append(block, start, end) {
		this.parts.push(new Uint8Array(block).slice(start, end));
	}
	bytes() {
		return Buffer.concat(this.parts);
	}
};
/**
* The writer thread as a sink for one run at a time. Its first failure (a full disk, a thread that ended) aborts `failed`:
* the run is broken off, since the rest of its evidence would be lost.
*/
var WriterSink = class {
	worker;
	failure = new AbortController();
	onBlock = () => {};
	waiting = null;
	constructor(worker) {
		this.worker = worker;
		worker.on("message", (message) => this.receive(message));
		worker.on("error", (error) => this.receive({
			did: "fail",
			message: error.message
		}));
		worker.on("exit", () => this.receive({
			did: "fail",
			message: "the thread ended"
		}));
	}
	/** Aborts with the first failure as its reason. */
	get failed() {
		return this.failure.signal;
	}
	/** Creates the file; resolves when the thread has it open, rejects when it can't. */
	async open(path) {
		await this.ask({
			do: "open",
			path
		}, "open");
	}
	/** Sends blocks back to `log` once they are on disk. */
	recycleInto(log) {
		this.onBlock = (block) => log.giveBack(block);
	}
	append(block, start, end, full) {
		this.worker.postMessage({
			do: "append",
			block,
			start,
			end,
			full
		});
	}
	/** A line for the log of the job, written by the thread: the measuring thread never waits for a pipe. */
	say(text) {
		this.worker.postMessage({
			do: "say",
			text
		});
	}
	/** Resolves when everything handed over is on disk. */
	async close() {
		await this.ask({ do: "close" }, "close");
	}
	ask(message, did) {
		return new Promise((resolve, reject) => {
			const settle = () => this.failed.aborted ? reject(this.failed.reason) : resolve();
			if (this.failed.aborted) {
				settle();
				return;
			}
			this.waiting = {
				did,
				settle
			};
			this.worker.postMessage(message);
		});
	}
	receive(message) {
		if (message.did === "append") this.onBlock(message.block);
		if (message.did === "fail") this.failure.abort(/* @__PURE__ */ new Error(`writer thread: ${message.message}`));
		if (message.did === "fail" || message.did === this.waiting?.did) {
			const { waiting } = this;
			this.waiting = null;
			waiting?.settle();
		}
	}
};
// src/stats/random.ts
/** Seeded random numbers, one named stream per purpose, the same bits on every machine. */
/**
* The stream that `seedText` gives for `purpose`. Streams of different purposes are independent, so a draw added to
* one doesn't shift another. The SHA-256 of both texts seeds the generator.
*/
function stream(seedText, purpose) {
	const digest = createHash("sha256").update(JSON.stringify([seedText, purpose])).digest();
	return fromState([
		0,
		4,
		8,
		12
	].map((offset) => digest.readUInt32LE(offset)));
}
/** Xoshiro128 with the "starstar" scrambler (Blackman and Vigna 2018), from four 32-bit words that aren't all 0. */
function fromState(state) {
	let [a = 0, b = 0, c = 0, d = 0] = state;
	if ((a | b | c | d) === 0) throw new RangeError("a generator can not start from four zero words");
	const uint32 = () => {
		const result = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0;
		const shifted = b << 9;
		c ^= a;
		d ^= b;
		b ^= c;
		a ^= d;
		c ^= shifted;
		d = rotateLeft(d, 11);
		return result;
	};
	const float = () => ((uint32() >>> 5) * 67108864 + (uint32() >>> 6)) / 9007199254740992;
	const below = (n) => {
		if (!(Number.isInteger(n) && n >= 1 && n <= 4294967296)) throw new RangeError(`no whole number below ${n}`);
		const fair = 4294967296 - 4294967296 % n;
		let value = uint32();
		while (value >= fair) value = uint32();
		return value % n;
	};
	return {
		uint32,
		float,
		exponential: (mean) => -mean * Math.log(1 - float()),
		below,
		coin: () => uint32() >= 2147483648
	};
}
function rotateLeft(word, bits) {
	return word << bits | word >>> 32 - bits;
}
// src/trace/warmup.ts
/** Requests for the warm-up and the probe: like the trace in length, class and rate, with no prefix in common with it. */
/** Warm-up answers are cut here: they are to exercise the server, not to occupy it. */
const MOST_TOKENS = 64;
const FEWEST_REQUESTS = 4;
/** Fields of a request that put text of the trace into the prompt. */
const PROMPT_PARAMS = [
	"tools",
	"tool_choice",
	"parallel_tool_calls",
	"functions",
	"function_call",
	"documents",
	"chat_template",
	"chat_template_kwargs"
];
/** Common words of about the mean English length, so that characters and tokens relate as in ordinary text. */
const WORDS$1 = "time year people way day man thing woman life child world school state family student group country problem hand part place case week company system program question work government number night point home water room mother area money story fact month lot right study book eye job word business issue side kind head house service friend".split(" ");
/**
* The warm-up of one run: evenly spaced over the plan's warm-up at the mean rate of the cohort, at least four. Lengths,
* classes and `max_tokens` are those of requests spread evenly over the cohort's lengths, in a seeded order; the first
* word of each prompt occurs nowhere else, so no prefix cache can help the replay. The same for both arms but for
* those first words, which differ from run to run.
*
* @param runNumber 1-based number of the run
* @returns requests with due times in [0, warm-up), not lines of the trace: `line` is 0
*/
function warmupRequests(trace, plan, runNumber = 1) {
	const { windowMs, warmupMs } = plan.workload;
	const cohort = cohortOf$1(trace, windowMs);
	const count = Math.max(FEWEST_REQUESTS, Math.round(cohort.length * warmupMs / windowMs));
	const models = shuffled(spreadOverLengths(cohort, count), stream(trace.sha256, "warm-up order"));
	const text = stream(trace.sha256, "warm-up text");
	return models.map((model, index) => disjoint(model, {
		index,
		id: `warmup-${runNumber}-${index + 1}`,
		dueMs: index * warmupMs / count,
		maxTokens: Math.min(MOST_TOKENS, model.maxTokens),
		prompt: disjointText(promptCharacters(model), nonce(trace, `warm-up ${runNumber} ${index}`), text)
	}));
}
/**
* One request of the cohort's median length, with one output token and a prompt that no other request of the
* session begins with: its TTFT and cached tokens show the state of the server and its prefix cache before a replay.
*/
function probeRequest(trace, plan, runNumber = 1) {
	const [model] = spreadOverLengths(cohortOf$1(trace, plan.workload.windowMs), 1);
	if (model === void 0) throw new RangeError("an empty cohort has no median length");
	const text = stream(trace.sha256, "probe text");
	return disjoint(model, {
		index: 0,
		id: `probe-${runNumber}`,
		dueMs: 0,
		maxTokens: 1,
		prompt: disjointText(promptCharacters(model), nonce(trace, `probe ${runNumber}`), text)
	});
}
/** Characters of text in a prompt; other parts of a message, such as images, have none. */
function promptCharacters(request) {
	if (request.prompt !== void 0) return request.prompt.length;
	return (request.messages ?? []).reduce((sum, message) => sum + contentCharacters(message.content), 0);
}
function contentCharacters(content) {
	if (typeof content === "string") return content.length;
	if (!Array.isArray(content)) return 0;
	return content.reduce((sum, part) => sum + (isRecord(part) && typeof part["text"] === "string" ? part["text"].length : 0), 0);
}
/** `count` requests at evenly spread places of the trace ordered by prompt length: every band in its own share. */
function spreadOverLengths(requests, count) {
	const byLength = requests.map((request) => ({
		request,
		characters: promptCharacters(request)
	})).sort((a, b) => a.characters - b.characters || a.request.index - b.request.index);
	return Array.from({ length: count }, (_, i) => byLength[Math.floor((i + .5) * byLength.length / count)]?.request).filter((request) => request !== void 0);
}
function disjoint(model, { prompt, ...rest }) {
	const params = Object.fromEntries(Object.entries(model.params).filter(([key]) => !PROMPT_PARAMS.includes(key)));
	return {
		...rest,
		line: 0,
		class: model.class,
		messages: [{
			role: "user",
			content: prompt
		}],
		params
	};
}
/** A word that begins this prompt and, but for a SHA-256 collision, occurs nowhere else. */
function nonce(trace, purpose) {
	return createHash("sha256").update(`${trace.sha256} ${purpose}`).digest("hex").slice(0, 16);
}
/** The nonce and words after it, close to `characters` long: longer by less than a word, never shorter than the nonce. */
function disjointText(characters, first, random) {
	const words = [first];
	for (let length = first.length; length < characters;) {
		const word = WORDS$1[random.below(WORDS$1.length)] ?? "";
		words.push(word);
		length += word.length + 1;
	}
	return words.join(" ");
}
function shuffled(items, random) {
	const copy = [...items];
	for (let i = copy.length - 1; i > 0; i -= 1) {
		const j = random.below(i + 1);
		const [a, b] = [copy[i], copy[j]];
		if (a !== void 0 && b !== void 0) {
			copy[i] = b;
			copy[j] = a;
		}
	}
	return copy;
}
// src/run/body.ts
/**
* The chat-completions body of one offered request, streamed, with the usage chunk asked for. `params` of the trace
* can't name a key the gate owns (`trace/read.ts` refuses it). Never `echo`, never `n`.
*/
function chatBody(request, model) {
	const messages = request.messages ?? [{
		role: "user",
		content: request.prompt ?? ""
	}];
	return Buffer.from(JSON.stringify({
		...request.params,
		model,
		messages,
		max_tokens: request.maxTokens,
		stream: true,
		stream_options: { include_usage: true }
	}));
}
const CHAT_PATH = "/v1/chat/completions";
/** Headers of every measured request. An encoded answer would blur event times, so none is accepted. */
function requestHeaders(apiKey) {
	return {
		"content-type": "application/json",
		accept: "text/event-stream",
		"accept-encoding": "identity",
		...apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }
	};
}
// src/run/ask.ts
/** Bytes of an answer after which the gate hangs up: nothing it asks outside the replay needs more. */
const ANSWER_BYTES = 1048576;
const DONE_LINE = /(?:^|[\r\n])data: ?\[DONE\]/;
const DONE_LINE_BYTES = 16;
/**
* One request outside the replay. The answer ends with its body, behind `[DONE]`, or after 1 MiB, whichever comes first:
* what a server sends without end fills no memory and keeps nobody waiting. Rejects with an `Error` that `sayError`
* puts into words.
*/
async function ask(agent, question) {
	const { url, method, path, headers = {}, body = null, timeoutMs, signal } = question;
	const limit = new AbortController();
	const interrupt = () => limit.abort(/* @__PURE__ */ new Error("interrupted"));
	const late = /* @__PURE__ */ new Error(`no answer within ${Number((timeoutMs / 1e3).toFixed(1))} s`);
	const timer = setTimeout(() => limit.abort(late), timeoutMs);
	signal?.addEventListener("abort", interrupt, { once: true });
	if (signal?.aborted) interrupt();
	try {
		const answer = await agent.request({
			origin: url,
			method,
			path,
			headers,
			body,
			signal: limit.signal
		});
		return {
			status: answer.statusCode,
			headers: answer.headers,
			text: await readText(answer.body)
		};
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener("abort", interrupt);
	}
}
async function readText(body) {
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	for await (const chunk of body) {
		bytes += chunk.length;
		text += decoder.decode(chunk, { stream: true });
		if (bytes >= ANSWER_BYTES || DONE_LINE.test(text.slice(-chunk.length - DONE_LINE_BYTES))) break;
	}
	return text;
}
/** Why a question got no answer: the system's code where there is one, else the message. */
function sayError(error) {
	if (!(error instanceof Error)) return String(error);
	const { code } = error;
	return typeof code === "string" ? code : error.message;
}
// src/run/cache.ts
const ANSWER_MS$3 = 3e4;
/** Resets the prefix cache as the launch says. Null, or a sentence why it doesn't count: only the answer can show it. */
async function resetCache({ url, agent, headers, reset, signal }) {
	const what = `the cache reset ${reset.method} ${reset.path}`;
	const method = reset.method;
	try {
		const { status, text } = await ask(agent, {
			url,
			method,
			path: reset.path,
			headers,
			timeoutMs: ANSWER_MS$3,
			signal
		});
		if (status >= 300) return `${what} was answered HTTP ${status}`;
		if (reset.expect === null || text.includes(reset.expect)) return null;
		return `${what} was answered without the expected text ${JSON.stringify(reset.expect)}`;
	} catch (error) {
		return `${what} failed: ${sayError(error)}`;
	}
}
// src/run/client.ts
var import_undici = require_undici();
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
/** Number of an `end` entry that the gate wrote because it stopped listening behind `[DONE]`. */
const STOPPED_BEHIND_DONE = 1;
/** undici's announcement that a request's head goes out, with its socket. */
const SEND_HEADERS = "undici:client:sendHeaders";
const usedSockets = /* @__PURE__ */ new WeakSet();
/** The ends of an answer that say that nothing more will come, whatever the connection does. */
const DONE_TAILS = [
	"data: [DONE]\n\n",
	"data:[DONE]\n\n",
	"data: [DONE]\r\n\r\n",
	"data:[DONE]\r\n\r\n"
].map((text) => Buffer.from(text));
/**
* One request's callbacks. They stamp, copy and count; parsing happens after the drain. `settled` is set once, at the
* first of end, error, `[DONE]`, deadline, limit or cancel: later callbacks of that request are not evidence.
*/
var Exchange = class {
	index;
	settled = false;
	/** Nothing more can come: it ended, failed or was hung up. A settled exchange may still hold its socket. */
	isClosed = false;
	answered = false;
	client;
	controller = null;
	receivedBytes = 0;
	/** Last byte received so far; a body begins at a line's start. */
	lastByte = LINE_FEED;
	constructor(index, client) {
		this.index = index;
		this.client = client;
	}
	onRequestStart(controller) {
		this.controller = controller;
		if (this.settled) {
			controller.abort(/* @__PURE__ */ new Error("settled before it was sent"));
			return;
		}
		this.client.sent += 1;
		this.client.log.add(KIND.sent, this.index, nowMs());
	}
	onResponseStart(_, status, headers) {
		if (this.settled || status < 200) return;
		this.answered = status < 400;
		const { "set-cookie": _secret, ...kept } = headers;
		this.client.log.add(KIND.head, this.index, nowMs(), status, Buffer.from(JSON.stringify(kept)));
	}
	onResponseData(_, chunk) {
		const tMs = nowMs();
		if (!this.settled) this.record(tMs, chunk);
		this.client.onRead();
	}
	record(tMs, chunk) {
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
	endsWithDone(chunk) {
		const tail = DONE_TAILS.find((text) => chunk.subarray(-text.length).equals(text));
		if (tail === void 0) return false;
		const before = chunk.length > tail.length ? chunk.at(-tail.length - 1) : this.lastByte;
		return before === LINE_FEED || before === CARRIAGE_RETURN;
	}
	onResponseEnd() {
		this.isClosed = true;
		if (this.settled) return;
		this.client.log.add(KIND.end, this.index, nowMs());
		this.settle();
	}
	onResponseError(_, error) {
		this.isClosed = true;
		if (this.settled) return;
		const payload = JSON.stringify({
			code: error.code ?? error.name,
			message: error.message
		});
		this.client.log.add(KIND.error, this.index, nowMs(), 0, Buffer.from(payload));
		this.answered = false;
		this.settle();
	}
	/** Ends the request from our side: at its deadline, over its limit, or when the run ends. A settled one is hung up. */
	giveUp(kind) {
		if (!this.settled) {
			this.client.log.add(kind, this.index, nowMs());
			this.answered = false;
			this.settle();
		}
		this.isClosed = true;
		this.controller?.abort(/* @__PURE__ */ new Error("given up by the gate"));
	}
	settle() {
		this.settled = true;
		this.client.settledOne();
	}
};
/**
* The generator's side of one server: an undici Agent without a pool limit, one handler a request. A socket is taken
* when the request is due; waiting for one is schedule lag. There is no retry.
*/
var LoadClient = class {
	options;
	log;
	exchanges = [];
	sent = 0;
	settledCount = 0;
	/** Requests that were the first on their socket. */
	opened = 0;
	/** Called in every data callback, once the read is recorded: the pacer checks there whether a request is due. */
	onRead = () => {};
	/** Called when a request has its outcome. */
	onSettled = () => {};
	agent;
	constructor(options, log, agent) {
		this.options = options;
		this.log = log;
		this.agent = agent;
		subscribe(SEND_HEADERS, this.countSocket);
	}
	/** Sends request `index`, due at `dueMs` after the window's start. Returns at once. */
	send(index, body, dueMs) {
		const exchange = new Exchange(index, this);
		this.exchanges.push(exchange);
		this.log.add(KIND.called, index, nowMs(), dueMs);
		const { origin, path, headers } = this.options;
		const fresh = this.options.connections === "fresh";
		this.agent.dispatch({
			origin,
			path,
			method: "POST",
			headers,
			body,
			...fresh ? { reset: true } : {}
		}, exchange);
	}
	settledOne() {
		this.settledCount += 1;
		this.onSettled();
	}
	/** Stops counting; the Agent stays open for the next phase. */
	detach() {
		unsubscribe(SEND_HEADERS, this.countSocket);
	}
	countSocket = (message) => {
		const { socket } = message;
		if (!usedSockets.has(socket)) this.opened += 1;
		usedSockets.add(socket);
	};
};
/** An Agent for one run: no pool limit, no pipelining, no hidden timeout; deadlines are the generator's own. */
function loadAgent(connectTimeoutMs) {
	return new import_undici.Agent({
		connections: null,
		pipelining: 1,
		headersTimeout: 0,
		bodyTimeout: 0,
		keepAliveTimeout: 6e4,
		connect: { timeout: connectTimeoutMs }
	});
}
// src/run/identity.ts
const ANSWER_MS$2 = 1e4;
const COMMAND_MS = 3e4;
/**
* What tells this server from another: the declared identity, the engine's own version (`/version` of vLLM, `build_info`
* of llama.cpp's `/props`, else the `server` header), the models it lists.
*/
async function readIdentity(options) {
	const version = await getJson(options, "/version");
	const models = await getJson(options, "/v1/models");
	const listed = isObject$1(models.json) && Array.isArray(models.json["data"]) ? models.json["data"] : [];
	const props = await getJson(options, "/props");
	const told = textOf(version.json, "version") ?? textOf(props.json, "build_info");
	return {
		declared: await declaredIdentity(options),
		engine: told ?? models.server,
		models: listed.map((entry) => textOf(entry, "id") ?? "?")
	};
}
function textOf(value, key) {
	const found = isObject$1(value) ? value[key] : null;
	return typeof found === "string" ? found : null;
}
function isObject$1(value) {
	return typeof value === "object" && value !== null;
}
async function getJson({ url, agent, headers, signal }, path) {
	try {
		const answer = await ask(agent, {
			url,
			method: "GET",
			path,
			headers,
			timeoutMs: ANSWER_MS$2,
			signal
		});
		const server = typeof answer.headers["server"] === "string" ? answer.headers["server"] : null;
		return {
			json: answer.status === 200 ? JSON.parse(answer.text) : null,
			server
		};
	} catch {
		return {
			json: null,
			server: null
		};
	}
}
/** A command that fails and a file that is none identify nothing: unknown, not an error message. */
async function declaredIdentity({ started, signal }) {
	const identity = started?.launch.identity ?? null;
	if (started === null || identity === null) return null;
	if ("digest" in identity) return identity.digest;
	if ("command" in identity) return started.server.outputOf(identity.command, COMMAND_MS, signal);
	const sha256 = await sha256OfFile(resolve(started.checkout, identity.file), signal);
	return sha256 === null ? null : `${identity.file} sha256:${sha256}`;
}
/** In pieces: it may be a model's weights. */
async function sha256OfFile(path, signal) {
	try {
		if (!statSync(path).isFile()) return null;
		const hash = createHash("sha256");
		for await (const chunk of createReadStream(path, { signal })) hash.update(chunk);
		return hash.digest("hex");
	} catch {
		return null;
	}
}
// src/run/log-tail.ts
const BYTES$1 = 16384;
/** Last lines of a server's log; none where there is no plain file. Reads only its end: a log may be of any size. */
function logTail(path) {
	let fd = -1;
	try {
		fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		const stat = fstatSync(fd);
		if (!stat.isFile()) return [];
		const bytes = Buffer.alloc(Math.min(stat.size, BYTES$1));
		const count = readSync(fd, bytes, 0, bytes.length, stat.size - bytes.length);
		return bytes.subarray(0, count).toString("utf8").trimEnd().split("\n").slice(-20);
	} catch {
		return [];
	} finally {
		if (fd >= 0) closeSync(fd);
	}
}
// src/run/health.ts
/** Sampling step of Node's event-loop delay histogram, ms; a sample includes it, so it is taken off again. */
const LOOP_STEP_MS = 10;
/** Starts measuring; the returned function stops and gives the figures. */
function watchOwnLoad() {
	const loop = monitorEventLoopDelay({ resolution: LOOP_STEP_MS });
	const pausesMs = [];
	const take = (entries) => {
		for (const { duration } of entries) pausesMs.push(duration);
	};
	const collector = new PerformanceObserver((list) => take(list.getEntries()));
	collector.observe({ entryTypes: ["gc"] });
	const cpu = process.cpuUsage();
	const startMs = nowMs();
	loop.enable();
	return () => {
		loop.disable();
		take(collector.takeRecords());
		collector.disconnect();
		const used = process.cpuUsage(cpu);
		const delay = (ns) => Math.max(0, ns / 1e6 - LOOP_STEP_MS);
		return {
			eventLoopDelayMs: {
				p50: delay(loop.percentile(50)),
				p99: delay(loop.percentile(99)),
				max: delay(loop.max)
			},
			cpuMs: (used.user + used.system) / 1e3,
			wallMs: nowMs() - startMs,
			gc: {
				count: pausesMs.length,
				totalMs: pausesMs.reduce((sum, ms) => sum + ms, 0),
				longestMs: pausesMs.reduce((most, ms) => Math.max(most, ms), 0)
			}
		};
	};
}
// src/run/load.ts
/** Distance to a due time at which the pacer stops sleeping and polls the loop instead (toolchain, 6.1). */
const POLL_MS = 1.2;
/**
* Open loop: a request leaves when it is due, whatever is outstanding. Resolves when every request has its outcome, at
* the end of the drain (outstanding ones are cancelled then), or when the signal aborts (what was not sent stays so).
*
* Pacing is one timer chain that re-checks the clock, so that nothing leaves early, plus the same check in
* every data callback, so that a burst of reads doesn't hold a send back (client I/O, section 6).
*/
function replay(options) {
	const { schedule, client, originMs, signal } = options;
	const last = schedule.at(-1);
	if (last === void 0) return Promise.resolve();
	const drainEndMs = originMs + last.dueMs + options.drainMs;
	let next = 0;
	let oldest = 0;
	let stopPacing = () => {};
	let deadline = null;
	return new Promise((resolve) => {
		const finish = () => {
			stopPacing();
			if (deadline !== null) clearTimeout(deadline);
			client.onRead = () => {};
			client.onSettled = () => {};
			signal.removeEventListener("abort", cancel);
			clearInterval(flush);
			resolve();
		};
		const cancel = () => {
			client.onSettled = () => {};
			for (const exchange of client.exchanges) exchange.giveUp(KIND.cancelled);
			finish();
		};
		const sendDue = () => {
			for (;;) {
				const item = schedule[next];
				if (item === void 0 || nowMs() < originMs + item.dueMs) return;
				next += 1;
				client.send(item.index, item.body, item.dueMs);
			}
		};
		const chain = () => {
			sendDue();
			const item = schedule[next];
			if (item === void 0) return;
			const waitMs = originMs + item.dueMs - nowMs() - POLL_MS;
			if (waitMs >= 1) {
				const timer = setTimeout(chain, Math.floor(waitMs));
				stopPacing = () => clearTimeout(timer);
			} else {
				const turn = setImmediate(chain);
				stopPacing = () => clearImmediate(turn);
			}
		};
		const watch = () => {
			const now = nowMs();
			for (;; oldest += 1) {
				const exchange = client.exchanges[oldest];
				const item = schedule[oldest];
				if (exchange === void 0 || item === void 0) break;
				if (exchange.isClosed) continue;
				if (now < originMs + item.dueMs + options.timeoutMs) break;
				exchange.giveUp(KIND.deadline);
			}
			if (next === schedule.length && now >= drainEndMs) return cancel();
			const item = schedule[oldest] ?? last;
			const waitMs = Math.min(originMs + item.dueMs + options.timeoutMs, Math.max(drainEndMs, now + 1)) - now;
			deadline = setTimeout(watch, Math.max(1, waitMs));
		};
		const flush = setInterval(() => client.log.flush(), 1e3);
		signal.addEventListener("abort", cancel, { once: true });
		if (signal.aborted) return cancel();
		client.onRead = sendDue;
		client.onSettled = () => {
			if (client.settledCount === schedule.length) finish();
		};
		chain();
		watch();
	});
}
// src/run/passes.ts
/** Time between the last preparation and the first due request, so that nothing of the preparation is still running. */
const SETTLE_MS = 300;
/** Warm-up or probe: the same client, handlers and blocks as the replay, kept in memory and outside every figure. */
async function rehearse(target, requests) {
	const originMs = nowMs() + 20;
	const sink = new MemorySink();
	const log = new FrameLog(sink, originMs, 0);
	const client = newClient(target, log);
	await replay({
		...pace(target),
		schedule: schedule(requests, target.plan.request.model),
		client,
		originMs
	});
	log.finish();
	client.detach();
	return {
		client,
		sink
	};
}
/**
* Lead-in, window, lead-out and drain, recorded in `raw.bin`; then the records and the generator's own figures, into
* `run`. A `raw.bin` that can't be read back gives no records, and so no verdict.
*/
async function measuredReplay(options, run) {
	const { target, trace, folder, writer, progress } = options;
	const { plan, signal } = target;
	const items = schedule(trace.requests, plan.request.model);
	const expectedBytes = trace.requests.reduce((sum, request) => sum + 2048 + 400 * request.maxTokens, 0);
	const rawPath = join(folder, "raw.bin");
	await writer.open(rawPath);
	const firstDueMs = items[0]?.dueMs ?? 0;
	const originMs = nowMs() + SETTLE_MS - Math.min(0, firstDueMs);
	const log = new FrameLog(writer, originMs, Math.min(expectedBytes, 268435456));
	writer.recycleInto(log);
	const client = newClient(target, log);
	const lastDueMs = items.at(-1)?.dueMs ?? 0;
	progress(`replaying ${items.length} requests over ${seconds(lastDueMs - firstDueMs)}`);
	const ticker = setInterval(() => {
		const at = nowMs() - originMs;
		const where = at < 0 ? "lead-in" : at < plan.workload.windowMs ? "window" : at <= lastDueMs ? "lead-out" : "drain";
		progress(`${where} at ${seconds(at)}: ${client.exchanges.length} offered, ${client.settledCount} settled`);
	}, 1e4);
	await sleep(Math.max(0, originMs + firstDueMs - nowMs() - 20), signal);
	const stopWatching = watchOwnLoad();
	const broken = AbortSignal.any([signal, writer.failed]);
	await replay({
		...pace(target),
		schedule: items,
		client,
		originMs,
		signal: broken
	});
	const own = stopWatching();
	clearInterval(ticker);
	log.finish();
	client.detach();
	await writer.close();
	run.phases.replayMs = Math.min(nowMs() - originMs, lastDueMs) - firstDueMs;
	run.phases.drainMs = Math.max(0, nowMs() - originMs - lastDueMs);
	const raw = readRawFile(rawPath);
	if (raw.problem !== null) {
		progress(`no records: ${raw.problem}`);
		return;
	}
	const parsed = recordsFromRaw(raw, trace.requests, plan);
	writeWhole(join(folder, "requests.jsonl"), parsed.jsonl);
	run.health = {
		...own,
		...healthOf(parsed),
		sockets: sockets(client),
		lateBlocks: log.lateBlocks
	};
	const failed = parsed.records.filter((record) => record.outcome !== "success").length;
	progress(`${parsed.records.length} requests, ${parsed.records.length - failed} answered well`);
}
function pace({ plan, signal }) {
	return {
		timeoutMs: plan.request.timeoutMs,
		drainMs: plan.workload.drainMs,
		signal
	};
}
function newClient({ url, headers, plan, agent }, log) {
	const { request, limits } = plan;
	return new LoadClient({
		origin: url,
		path: CHAT_PATH,
		headers,
		connections: request.connections,
		responseBytes: limits.responseBytes
	}, log, agent);
}
/** Due order, ties by position in the trace; bodies are made here so that nothing is serialised in the window. */
function schedule(requests, model) {
	return requests.map((request) => ({
		index: request.index,
		dueMs: request.dueMs,
		body: chatBody(request, model)
	})).sort((a, b) => a.dueMs - b.dueMs || a.index - b.index);
}
function healthOf(parsed) {
	const { scheduleLagMs, stampUncertaintyMs, reads, iterations, largestIteration, secondReadShare } = parsed;
	return {
		scheduleLagMs,
		stampUncertaintyMs,
		reads,
		iterations,
		largestIteration,
		secondReadShare
	};
}
function sockets(client) {
	return {
		opened: client.opened,
		reused: Math.max(0, client.sent - client.opened)
	};
}
function seconds(ms) {
	return `${(ms / 1e3).toFixed(1)} s`;
}
// src/run/ready.ts
/** How often readiness is looked at, ms. */
const LOOK_MS$1 = 50;
/** Longest wait for one answer; the declared timeout bounds the whole wait. */
const ANSWER_MS$1 = 6e4;
/** Ready by the declared path and by one answered request. Returns null, or a sentence why not. */
async function waitReady(options) {
	const endMs = nowMs() + options.timeoutMs;
	let last = "no answer yet";
	const steps = [...options.path === null ? [] : [{
		method: "GET",
		path: options.path,
		headers: {},
		body: null
	}], {
		method: "POST",
		...options.request
	}];
	for (const step of steps) for (;;) {
		if (options.signal.aborted) return {
			end: "never_ready",
			reason: "interrupted while waiting for readiness"
		};
		const exit = options.exit();
		if (exit !== null) return {
			end: "exited_early",
			reason: `the server ${exit} before it was ready`
		};
		const leftMs = endMs - nowMs();
		if (leftMs <= 0) return {
			end: "never_ready",
			reason: `not ready within ${options.timeoutMs / 1e3} s: ${last}`
		};
		const refusal = await refusalOf(options, step, Math.min(leftMs, ANSWER_MS$1));
		if (refusal === null) break;
		last = `${step.method} ${step.path}: ${refusal}`;
		await sleep(LOOK_MS$1, options.signal);
	}
	return null;
}
/** Null for a 2xx answer, else what came instead. */
async function refusalOf({ agent, url, signal }, step, timeoutMs) {
	try {
		const { status, text } = await ask(agent, {
			url,
			...step,
			timeoutMs,
			signal
		});
		return status >= 200 && status < 300 ? null : `HTTP ${status} ${text.slice(0, 200)}`;
	} catch (error) {
		return sayError(error);
	}
}
// src/run/environment.ts
/** Names of the gate's own environment that a server may see: nothing of the job's tokens, inputs or paths. */
const EXACT = /* @__PURE__ */ new Set([
	"PATH",
	"LANG",
	"TZ",
	"TMPDIR",
	"LD_LIBRARY_PATH",
	"RUNNER_TRACKING_ID"
]);
const PREFIXES = [
	"LC_",
	"CUDA_",
	"NVIDIA_",
	"HF_"
];
const SECRET = /TOKEN|SECRET/i;
/** Marks every process of a run, so that one that left its process group is still found. */
const RUN_MARKER = "GOODPUT_GATE_RUN";
/**
* The environment of a server process, built from an allow-list. HOME and XDG_CACHE_HOME point to the scratch folder so
* that no compile cache of one arm serves the other; HF_HOME stays the real one, since models are inputs, not state.
*/
function serverEnvironment(options) {
	const { own } = options;
	const env = {};
	for (const [name, value] of Object.entries(own)) {
		if (value === void 0) continue;
		const byPrefix = PREFIXES.some((prefix) => name.startsWith(prefix)) && !SECRET.test(name);
		if (EXACT.has(name) || byPrefix || options.passEnv.includes(name)) env[name] = value;
	}
	const home = own["HOME"];
	if (options.scratch !== null) {
		env["HOME"] = options.scratch;
		env["XDG_CACHE_HOME"] = `${options.scratch}/.cache`;
	} else if (home !== void 0) env["HOME"] = home;
	if (env["HF_HOME"] === void 0 && home !== void 0) env["HF_HOME"] = `${home}/.cache/huggingface`;
	return {
		...env,
		...options.launchEnv,
		[RUN_MARKER]: options.marker
	};
}
// src/run/processes.ts
/**
* The processes that came from one child of the gate. A process belongs to it by its group, by the run's marker in its
* environment, or by descent: a child of a member is a member, and stays one after its parent died.
*
* What can still escape: a process with another group, session and environment whose parent was gone before the next
* `look`, as after a double fork. Without `/proc` only the group is known.
*/
var ProcessFamily = class {
	leader;
	marker;
	/** Start time of every member seen, by pid. */
	seen = /* @__PURE__ */ new Map();
	/** @param leader pid of a child that was just started as the leader of its own group */
	constructor(leader, marker) {
		this.leader = leader;
		this.marker = Buffer.from(`${RUN_MARKER}=${marker}`);
		const first = readProcess(leader);
		if (first !== null) this.seen.set(leader, first.started);
	}
	/** Pids of the living members, zombies left out; all of them are remembered. Some ms on a busy machine. */
	look() {
		return this.members()?.map(({ pid }) => pid) ?? (send(-this.leader, 0) ? [this.leader] : []);
	}
	/** Sends a signal to the group; a group that is gone is no error. */
	signal(signal) {
		const members = this.members();
		if (members === null || members.some(({ group }) => group === this.leader)) send(-this.leader, signal);
	}
	/** SIGKILL to the group at once, so that nothing in it can fork away, and to every other member. */
	kill() {
		this.signal("SIGKILL");
		for (const { pid } of this.members() ?? []) send(pid, "SIGKILL");
	}
	members() {
		const all = livingProcesses();
		if (all === null) return null;
		const strange = all.some((one) => one.pid === this.leader && !this.knows(one));
		const own = all.filter((one) => this.knows(one) || one.group === this.leader && !strange || this.isMarked(one.pid));
		const found = new Map(own.map((one) => [one.pid, one]));
		for (const pid of found.keys()) for (const one of all) if (one.parent === pid) found.set(one.pid, one);
		for (const { pid, started } of found.values()) this.seen.set(pid, started);
		return [...found.values()];
	}
	knows({ pid, started }) {
		return this.seen.get(pid) === started;
	}
	isMarked(pid) {
		try {
			return readFileSync(`/proc/${pid}/environ`).includes(this.marker);
		} catch {
			return false;
		}
	}
};
/** Every living process but the gate itself; null where there is no `/proc`. */
function livingProcesses() {
	let names;
	try {
		names = readdirSync("/proc");
	} catch {
		return null;
	}
	return names.filter((name) => /^\d+$/.test(name)).map(Number).flatMap((pid) => pid === process.pid ? [] : readProcess(pid) ?? []);
}
function readProcess(pid) {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		if (fields[0] === "Z" || fields[0] === "X") return null;
		return {
			pid,
			parent: Number(fields[1]),
			group: Number(fields[2]),
			started: fields[19] ?? ""
		};
	} catch {
		return null;
	}
}
/** Whether there was somebody to send to. */
function send(pid, signal) {
	try {
		return process.kill(pid, signal);
	} catch {
		return false;
	}
}
// src/run/child.ts
/** How often the end of processes is looked at, ms. */
const LOOK_MS = 50;
/** How long SIGKILL is repeated: a process that holds a GPU may take seconds to go. */
const KILL_MS = 1e4;
/** Most that `outputOf` takes, and its patience for output that was written but not read yet. */
const OUTPUT_BYTES = 65536;
const LAST_WORDS_MS = 1e3;
/** Everything that was started and may still live: what an emergency exit of the gate has to kill. */
const alive = /* @__PURE__ */ new Set();
/** SIGKILL for all of it; safe to call at any moment, from a signal handler or at exit. */
function killEverything() {
	for (const family of alive) family.kill();
}
/** Starts a program in a process group of its own. Never throws: a program that can't be started has ended so. */
function startChild({ command, cwd, env, marker, stdio }) {
	const [program = "", ...args] = command;
	let exit = null;
	let child = null;
	const failed = (error) => {
		exit ??= `could not be started: ${error instanceof Error ? error.message : String(error)}`;
	};
	try {
		child = spawn(program, args, {
			cwd,
			env,
			detached: true,
			stdio
		});
	} catch (error) {
		failed(error);
	}
	child?.on("error", failed);
	child?.on("exit", (code, signal) => {
		exit ??= signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
	});
	const family = child?.pid === void 0 ? null : new ProcessFamily(child.pid, marker);
	if (family !== null) alive.add(family);
	return {
		process: child,
		exit: () => exit,
		look: () => {
			family?.look();
		},
		end: async (signal, graceMs, killMs = KILL_MS) => {
			if (family === null) return [];
			const left = await endFamily(family, signal, graceMs, killMs);
			if (left.length === 0) alive.delete(family);
			return left;
		}
	};
}
async function endFamily(family, signal, graceMs, killMs) {
	family.signal(signal);
	let left = family.look();
	for (const endMs = nowMs() + graceMs; left.length > 0 && nowMs() < endMs; left = family.look()) await sleep(LOOK_MS);
	for (const endMs = nowMs() + killMs; left.length > 0 && nowMs() < endMs; left = family.look()) {
		family.kill();
		await sleep(LOOK_MS);
	}
	return left;
}
/**
* What a program prints, without blanks around it; null where it fails, prints more than 64 KiB, or takes longer than
* `limitMs`. Nothing of it lives on, whatever it does about signals and whoever holds its output open.
*/
async function outputOf(options, limitMs, signal) {
	const child = startChild({
		...options,
		stdio: [
			"ignore",
			"pipe",
			"ignore"
		]
	});
	const { process: program } = child;
	const stdout = program?.stdout;
	if (program === null || !stdout) return null;
	const chunks = [];
	let bytes = 0;
	stdout.on("data", (chunk) => {
		bytes += chunk.length;
		if (bytes <= OUTPUT_BYTES) chunks.push(chunk);
	});
	const closed = new Promise((resolve) => program.once("close", () => resolve()));
	await within(new Promise((resolve) => {
		program.once("exit", () => resolve());
		program.once("error", () => resolve());
	}), limitMs, signal);
	const inTime = program.exitCode === 0;
	await child.end("SIGKILL", 0);
	await within(closed, LAST_WORDS_MS);
	stdout.destroy();
	return inTime && bytes <= OUTPUT_BYTES ? Buffer.concat(chunks).toString("utf8").trim() : null;
}
/** Resolves with the event, after `limitMs`, or when the signal aborts, whichever is first. */
async function within(event, limitMs, signal) {
	const limit = new AbortController();
	const stop = () => limit.abort();
	signal?.addEventListener("abort", stop, { once: true });
	if (signal?.aborted) stop();
	await Promise.race([event, sleep(limitMs, limit.signal)]);
	signal?.removeEventListener("abort", stop);
	stop();
}
// src/run/ports.ts
/** A listener whose queue is full does not even refuse. */
const ANSWER_MS = 1e3;
/** A port nobody listens on right now. */
function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const address = probe.address();
			probe.close(() => address !== null && typeof address === "object" ? resolve(address.port) : reject(/* @__PURE__ */ new Error("no port")));
		});
	});
}
/**
* Whether somebody listens on a port of 127.0.0.1. Asked by connecting: a port can't be bound for a minute after a server
* without SO_REUSEADDR was stopped, though nobody listens.
*/
function portBusy(port) {
	return new Promise((resolve) => {
		const probe = connect({
			port,
			host: "127.0.0.1",
			timeout: ANSWER_MS
		});
		const answer = (busy) => {
			probe.destroy();
			resolve(busy);
		};
		probe.once("connect", () => answer(probe.localPort !== port));
		probe.once("timeout", () => answer(true));
		probe.once("error", () => answer(false));
	});
}
// src/run/scratch.ts
/** A fresh folder for one server's HOME and caches. */
function makeScratch() {
	return mkdtempSync(join(tmpdir(), "goodput-gate-home-"));
}
/** Removes such a folder with all that the server left in it. Null, or a sentence why not: no reason to lose a run. */
function removeScratch(folder) {
	try {
		rmSync(folder, {
			recursive: true,
			force: true
		});
		return null;
	} catch {}
	try {
		makeWritable(folder);
		rmSync(folder, {
			recursive: true,
			force: true
		});
		return null;
	} catch (error) {
		return `the scratch folder ${folder} could not be removed: ${error instanceof Error ? error.message : String(error)}`;
	}
}
function makeWritable(folder) {
	chmodSync(folder, 448);
	for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) makeWritable(join(folder, entry.name));
}
// src/run/server.ts
/** Starts the server as an argument array, never through a shell, in its own process group, output to a file. */
async function startServer(options) {
	const { launch, checkout } = options;
	const port = launch.port ?? await freePort();
	const words = {
		port: String(port),
		model: options.model,
		node: process.execPath,
		gate: options.gatePath
	};
	const fill = (text) => text.replace(/\{(port|model|node|gate)\}/g, (_, word) => words[word] ?? "");
	const scratch = launch.scratch ? makeScratch() : null;
	const environment = (marker) => serverEnvironment({
		own: process.env,
		launchEnv: Object.fromEntries(Object.entries(launch.env).map(([name, value]) => [name, fill(value)])),
		passEnv: options.passEnv,
		scratch,
		marker
	});
	const child = await portBusy(port) ? neverStarted(`could not be started: something else listens on port ${port} of 127.0.0.1`) : startLogged(launch.start.map(fill), checkout, environment, options.logPath);
	return {
		url: `http://127.0.0.1:${port}`,
		port,
		exit: child.exit,
		look: child.look,
		outputOf: (command, limitMs, signal) => {
			const marker = randomUUID();
			return outputOf({
				command,
				cwd: checkout,
				env: environment(marker),
				marker
			}, limitMs, signal);
		},
		stop: async (graceMs = launch.stop.graceMs) => {
			const pids = await child.end(launch.stop.signal, Math.min(graceMs, launch.stop.graceMs));
			const kept = scratch === null ? null : removeScratch(scratch);
			return [
				...pids.map((pid) => `process ${pid} of the server survived SIGKILL`),
				...child.process !== null && await portBusy(port) ? [`somebody still listens on port ${port} after the stop`] : [],
				...kept === null ? [] : [kept]
			];
		}
	};
}
function startLogged(command, cwd, environment, logPath) {
	const marker = randomUUID();
	const log = openSync(logPath, "a");
	try {
		return startChild({
			command,
			cwd,
			env: environment(marker),
			marker,
			stdio: [
				"ignore",
				log,
				log
			]
		});
	} finally {
		closeSync(log);
	}
}
function neverStarted(why) {
	return {
		process: null,
		exit: () => why,
		look: () => {},
		end: () => Promise.resolve([])
	};
}
// src/run/phases.ts
/** Grace of a server when the gate itself was interrupted: the runner waits 7.5 s before its next signal. */
const INTERRUPTED_GRACE_MS = 2e3;
/**
* One run, top to bottom: start or target, ready, identity, warm up, cache, probe, lead-in, window, lead-out, drain,
* stop. Whatever happens, the server is stopped and `run.json` says how far the run came. A server that does not become
* ready or dies is a result, not an exception; exceptions are faults of the gate itself.
*/
async function performRun(options) {
	const { plan, signal, progress } = options;
	const run = emptyRun(options);
	writeRun(options.bundle, run);
	const folder = runPath(options.bundle, run);
	const agent = loadAgent(plan.request.timeoutMs);
	let started = null;
	try {
		started = await start(options, folder);
		const broken = await phases(options, run, {
			url: started?.server.url ?? options.url ?? "",
			agent,
			headers: requestHeaders(options.apiKey),
			plan,
			signal
		}, started);
		const exit = started?.server.exit() ?? null;
		if (signal.aborted) end(run, "interrupted", "the gate was interrupted");
		else if (broken !== null) end(run, broken.end, broken.reason);
		else if (exit !== null) end(run, "crashed", `the server ${exit} during the run`);
		else end(run, "complete", null);
	} finally {
		const stopStart = nowMs();
		const left = await started?.server.stop(signal.aborted ? INTERRUPTED_GRACE_MS : void 0) ?? [];
		run.phases.stopMs = started === null ? null : nowMs() - stopStart;
		await agent.destroy();
		if (left.length > 0) {
			progress(`warning: ${left.join("; ")}`);
			run.endReason = [...run.endReason === null ? [] : [run.endReason], ...left].join("; ");
		}
		if (run.end !== "complete" && started !== null) run.logTail = logTail(join(folder, "server.log"));
		writeRun(options.bundle, run);
	}
	return run;
}
/** The arm's server; null where one already runs. */
async function start({ launch, checkout, plan, arm, gatePath }, folder) {
	if (launch === null || checkout === null) return null;
	return {
		server: await startServer({
			launch,
			checkout,
			model: plan.request.model,
			passEnv: plan.arms[arm].passEnv,
			logPath: join(folder, "server.log"),
			gatePath
		}),
		launch,
		checkout
	};
}
function emptyRun(options) {
	return {
		schema: "goodput-gate/run/1",
		number: options.number,
		arm: options.arm,
		pair: options.pair,
		end: "running",
		endReason: null,
		phases: {
			readyMs: null,
			warmupMs: null,
			replayMs: null,
			drainMs: null,
			stopMs: null
		},
		warmup: null,
		cache: null,
		identity: null,
		health: null,
		logTail: [],
		node: process.version
	};
}
function end(run, how, reason) {
	run.end = how;
	run.endReason = reason;
}
/** Everything between start and stop. Returns how the server failed before the replay, or null. */
async function phases(options, run, target, started) {
	const { trace, plan, signal, progress } = options;
	const { url, agent, headers } = target;
	const server = started?.server;
	const probe = probeRequest(trace, plan, options.number);
	const greeting = {
		...probeRequest(trace, plan, 0),
		maxTokens: 1
	};
	const readyStart = nowMs();
	const broken = await waitReady({
		url,
		path: started?.launch.ready.path ?? null,
		timeoutMs: started?.launch.ready.timeoutMs ?? plan.request.timeoutMs,
		agent,
		request: {
			path: CHAT_PATH,
			headers,
			body: chatBody(greeting, plan.request.model).toString()
		},
		exit: () => server?.exit() ?? null,
		signal
	});
	if (broken !== null || signal.aborted) return broken;
	server?.look();
	run.phases.readyMs = nowMs() - readyStart;
	run.identity = await readIdentity({
		url,
		agent,
		headers,
		started,
		signal
	});
	progress(`ready after ${seconds(run.phases.readyMs)}; warming up`);
	const warmupStart = nowMs();
	const { client } = await rehearse(target, warmupRequests(trace, plan, options.number));
	run.warmup = {
		offered: client.exchanges.length,
		answered: client.exchanges.filter((x) => x.answered).length
	};
	run.phases.warmupMs = nowMs() - warmupStart;
	if (signal.aborted) return null;
	const reset = plan.workload.cache === "reset" ? started?.launch.resetCache ?? null : null;
	const unconfirmed = reset === null ? null : await resetCache({
		url,
		agent,
		headers,
		reset,
		signal
	});
	if (unconfirmed !== null) return {
		end: "never_ready",
		reason: unconfirmed
	};
	const [seen] = recordsFromRaw(readRaw((await rehearse(target, [probe])).sink.bytes()), [probe], plan).records;
	run.cache = {
		policy: plan.workload.cache,
		resetConfirmed: reset === null ? null : true,
		probeTtftMs: seen?.firstOutputMs == null ? null : seen.firstOutputMs - seen.dueMs,
		probeCachedTokens: seen?.tokens.cachedPrompt ?? null
	};
	if (signal.aborted) return null;
	server?.look();
	await measuredReplay({
		target,
		trace,
		folder: runPath(options.bundle, run),
		writer: options.writer,
		progress
	}, run);
	server?.look();
	return null;
}
// src/gate.ts
/**
* The main job. Everything measured goes into the bundle; every decision is taken from the bundle as read back from
* disk, by the code that anyone can run on it later.
*/
async function gate(options) {
	const { inputs, session, out, signal, progress } = options;
	createBundle(out, session, inputs.traceBytes);
	const thread = new Worker(options.writerUrl);
	const known = sumsOf(out, ["plan.json", "trace.jsonl"]);
	try {
		await runUntilDecided(options, new WriterSink(thread), known);
	} catch (error) {
		killEverything();
		closeAfterFault(out, session, known);
		throw error;
	} finally {
		killEverything();
		await thread.terminate();
	}
	const interruptedBy = signal.aborted ? signal.reason : null;
	const judgement = closeBundle(out, session, interruptedBy === null ? "complete" : "interrupted", known);
	progress(`verdict ${judgement.verdict}; bundle in ${out}`);
	return {
		judgement,
		exitCode: interruptedBy === null ? judgement.exitCode : EXIT[interruptedBy]
	};
}
/** Runs in the seeded order, asking after each whether the verdict already stands. */
async function runUntilDecided({ inputs, session, ...options }, writer, known) {
	const { plan, trace, launches, checkouts, apiKey } = inputs;
	const slots = plannedSlots(session.order.planned);
	for (const { number, arm, pair } of slots) {
		const at = `run ${number} of at most ${slots.length}, ${arm}`;
		const run = await performRun({
			number,
			arm,
			pair,
			plan,
			trace,
			launch: launches[arm],
			checkout: checkouts[arm],
			url: plan.arms[arm].url,
			apiKey,
			bundle: options.out,
			gatePath: options.gatePath,
			writer,
			signal: options.signal,
			progress: (text) => writer.say(options.progressLine(`${at}: ${text}`))
		}).finally(() => {
			for (const [name, sum] of runSums(options.out, {
				number,
				arm
			})) known.set(name, sum);
		});
		if (run.end !== "complete") options.progress(`${at}: ${run.endReason}`);
		if (options.signal.aborted) return;
		if (judgeSession(readBundle(options.out, { known }).evidence).state === "decided") return;
	}
}
/** Says how the session ended, judges the bundle as it lies on disk, and writes the derived files and the sums. */
function closeBundle(out, session, end, known) {
	session.end = end;
	writeSession(out, session);
	for (const [name, sum] of sumsOf(out, ["plan.json"])) known.set(name, sum);
	const { evidence } = readBundle(out, { known });
	const judgement = judge(evidence);
	writeWhole(join(out, "judgement.json"), toJson(judgement));
	writeWhole(join(out, "comment.md"), renderComment(judgement, evidence.session));
	writeWhole(join(out, "report.html"), renderPage(judgement, evidence.session));
	writeSums(out, known);
	return judgement;
}
/** After a fault of the gate the bundle is closed as far as it can be; the fault itself is what gets reported. */
function closeAfterFault(out, session, known) {
	try {
		closeBundle(out, session, "internal_error", known);
	} catch {}
}
// src/report/terminal.ts
const WIDTH = 100;
const MAX_CLAUSES = 12;
/** Characters of `why`, `remedy` and the problems that are shown. */
const MAX = {
	why: 900,
	remedy: 500,
	problems: 300
};
const COLORS = {
	PASS: 32,
	FAIL: 31,
	INCONCLUSIVE: 33,
	INVALID: 35
};
/**
* A judgement as about 40 lines of text, 100 columns, ending with a newline. Nothing in it acts on a terminal or on the
* Actions runner, whatever the judgement holds.
*/
function renderTerminal(judgement, { color = false } = {}) {
	const { verdict, why, remedy, problems } = judgement;
	const policy = policySentence(judgement);
	const text = escapeTerminal([
		`Goodput Gate: ${verdict}`,
		...wrapped(cap(why, MAX.why)),
		"",
		...comparisonLines(comparison$1(judgement)),
		"",
		...clauseLines(judgement.clauses),
		"",
		...wrapped(evidenceSentence(judgement)),
		...problems.length === 0 ? [] : wrapped(cap(`Evidence missing: ${problems.join("; ")}`, MAX.problems)),
		...policy === null ? [] : wrapped(policy),
		...wrapped(cap(`What to do: ${remedy}`, MAX.remedy))
	].map((line) => line.trimEnd()).join("\n"));
	return `${color ? text.replace(/\b(?:PASS|FAIL|INCONCLUSIVE|INVALID)\b/g, colored) : text}\n`;
}
function comparisonLines(rows) {
	if (rows.length === 0) return [NOTHING_MEASURED];
	return aligned([[
		"",
		"baseline",
		"candidate",
		"change",
		""
	], ...rows.map((row) => [
		row.label,
		formatValue(row.baseline, row.unit),
		formatValue(row.candidate, row.unit),
		changeText(row),
		reading$1(row)
	]).slice(0, 12)], "lrrll");
}
/** One line a gating clause; when there are many, those that hold are counted instead of listed. */
function clauseLines(clauses) {
	const gating = clauses.filter((clause) => clause.role === "gating");
	const shown = (gating.length <= MAX_CLAUSES ? gating : gating.filter((clause) => clause.outcome !== "PASS")).slice(0, MAX_CLAUSES);
	const rows = shown.map((clause) => [
		clause.outcome,
		clause.title,
		clause.statistic === null ? "" : formatValue(clause.statistic.value, clause.statistic.unit),
		clause.bound === null ? "" : formatBound(clause.bound, clause.statistic?.unit ?? ""),
		clause.limit === null ? "" : `limit ${formatDeclared(clause.limit.value, clause.limit.unit)}`
	]);
	const more = gating.length - shown.length;
	return [...aligned(rows, "llrll"), ...more === 0 ? [] : [`and ${more} more gating clauses: see report.html`]];
}
/** Columns two spaces apart, each `l`eft or `r`ight. */
function aligned(rows, sides) {
	const clean = rows.map((row) => row.map((cell) => oneLine(cap(cell, 36))));
	const widths = [...sides].map((_, column) => Math.max(0, ...clean.map((row) => row[column]?.length ?? 0)));
	return clean.map((row) => row.map((cell, column) => sides[column] === "r" ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)).join("  "));
}
function wrapped(text) {
	const lines = [];
	let line = "";
	for (const word of oneLine(text).split(" ")) if (line !== "" && line.length + 1 + word.length > WIDTH) {
		lines.push(line);
		line = word;
	} else line = line === "" ? word : `${line} ${word}`;
	return [...lines, line];
}
function colored(word) {
	return `\u001b[${COLORS[word]}m${word}\u001b[0m`;
}
// src/plan/diff.ts
/**
* The differences of two launches as lines a reviewer can read, empty when there is none. null stands for a server
* that already runs.
*/
function launchDifference(baseline, candidate) {
	if (baseline === null && candidate === null) return [];
	if (baseline === null) return ["the baseline is a server that already runs; the candidate is started from a launch"];
	if (candidate === null) return ["the baseline is started from a launch; the candidate is a server that already runs"];
	return [
		...argumentDifference(baseline.start, candidate.start),
		...envDifference(baseline.env, candidate.env),
		...settingDifference(baseline, candidate)
	];
}
/** Whether two launches start the same server: the same `start` and `env`. Ports and waiting times don't count (design, section 7). */
function launchesEqual(baseline, candidate) {
	if (baseline === null || candidate === null) return baseline === candidate;
	return argumentDifference(baseline.start, candidate.start).length === 0 && envDifference(baseline.env, candidate.env).length === 0;
}
/** One line a changed stretch of arguments, with the option that a changed value belongs to. */
function argumentDifference(baseline, candidate) {
	const kept = commonArguments(baseline, candidate);
	const lines = [];
	let [b, c] = [0, 0];
	for (const next of [...kept, {
		b: baseline.length,
		c: candidate.length
	}]) {
		const removed = baseline.slice(b, next.b);
		const added = candidate.slice(c, next.c);
		if (removed.length + added.length > 0) lines.push(stretch(baseline[b - 1], removed, added));
		[b, c] = [next.b + 1, next.c + 1];
	}
	return lines;
}
function stretch(before, removed, added) {
	const option = before?.startsWith("-") === true && !before.includes("=") ? [before] : [];
	if (removed.length === 0) return `start: added ${quote([...option, ...added])}`;
	if (added.length === 0) return `start: removed ${quote([...option, ...removed])}`;
	return `start: ${quote([...option, ...removed])} became ${quote([...option, ...added])}`;
}
/** A longest common subsequence of two argument lists, as positions in both. */
function commonArguments(a, b) {
	const lengths = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
	const length = (i, j) => lengths[i]?.[j] ?? 0;
	for (let i = a.length - 1; i >= 0; i -= 1) for (let j = b.length - 1; j >= 0; j -= 1) {
		const row = lengths[i];
		if (row) row[j] = a[i] === b[j] ? length(i + 1, j + 1) + 1 : Math.max(length(i + 1, j), length(i, j + 1));
	}
	const kept = [];
	let [i, j] = [0, 0];
	while (i < a.length && j < b.length) if (a[i] === b[j]) {
		kept.push({
			b: i,
			c: j
		});
		i += 1;
		j += 1;
	} else if (length(i + 1, j) >= length(i, j + 1)) i += 1;
	else j += 1;
	return kept;
}
function envDifference(baseline, candidate) {
	return [.../* @__PURE__ */ new Set([...Object.keys(baseline), ...Object.keys(candidate)])].sort().flatMap((name) => {
		const [before, after] = [baseline[name], candidate[name]];
		if (before === after) return [];
		if (before === void 0) return [`env.${name}: added ${quote([after ?? ""])}`];
		return [after === void 0 ? `env.${name}: removed (was ${quote([before])})` : `env.${name}: ${quote([before])} became ${quote([after])}`];
	});
}
function settingDifference(baseline, candidate) {
	return [
		{
			name: "port",
			of: (launch) => launch.port
		},
		{
			name: "ready.path",
			of: (launch) => launch.ready.path
		},
		{
			name: "ready.timeout (ms)",
			of: (launch) => launch.ready.timeoutMs
		},
		{
			name: "stop.signal",
			of: (launch) => launch.stop.signal
		},
		{
			name: "stop.grace (ms)",
			of: (launch) => launch.stop.graceMs
		},
		{
			name: "identity",
			of: (launch) => launch.identity
		},
		{
			name: "reset_cache",
			of: (launch) => launch.resetCache
		},
		{
			name: "scratch",
			of: (launch) => launch.scratch
		}
	].flatMap(({ name, of }) => {
		const [before, after] = [JSON.stringify(of(baseline)), JSON.stringify(of(candidate))];
		return before === after ? [] : [`${name}: ${before} became ${after}`];
	});
}
/** Words as a reader would type them; those with blanks or nothing in them in quotes. */
function quote(words) {
	return `\`${words.map((word) => /^[^\s"'`]+$/.test(word) ? word : JSON.stringify(word)).join(" ")}\``;
}
// src/plan/defaults.ts
const PLAN_DEFAULTS = {
	sections: [
		"comparison",
		"comparison.margins",
		"comparison.min_effect",
		"validity",
		"policy",
		"limits"
	],
	values: {
		"arms.baseline.pass_env": [],
		"arms.candidate.pass_env": [],
		"request.api": "chat",
		"request.timeout": "30s",
		"request.connections": "warm",
		"request.accept_missing_finish_reason": false,
		"workload.warmup": "10s",
		"workload.cache": "as_is",
		"comparison.looks": [
			3,
			4,
			6,
			8
		],
		"comparison.gross_fail": true,
		"comparison.margins.goodput": "5%",
		"comparison.margins.ttft_p95": "10%",
		"comparison.margins.tpot_p95": "10%",
		"comparison.min_effect.ttft": "5ms",
		"comparison.min_effect.tpot": "1ms",
		"comparison.confidence": "95%",
		"comparison.expect_identical": false,
		"validity.schedule_lag": "20ms",
		"validity.max_lag_share": "0.5%",
		"validity.max_lag": "250ms",
		"policy.invalid": "fail",
		"policy.inconclusive": "fail",
		"policy.identical": "fail",
		"policy.pre_existing": "report",
		"policy.fork": "refuse",
		"limits.response_bytes": "64MiB",
		"limits.events": 2e5
	},
	derived: {
		"request.api_key_env": "none: no authorization header",
		"workload.lead_in": "what the trace holds; a trace without one needs `lead_in: 0`",
		"workload.lead_out": "what the trace holds",
		"workload.drain": "`request.timeout`"
	}
};
const LAUNCH_DEFAULTS = {
	sections: [
		"env",
		"ready",
		"stop"
	],
	values: {
		"ready.path": "/health",
		"ready.timeout": "300s",
		"stop.signal": "SIGTERM",
		"stop.grace": "10s",
		"reset_cache.method": "POST",
		scratch: true
	},
	derived: {
		port: "a free one for each run",
		identity: "none: the launches and the engine tell the arms apart",
		reset_cache: "none: `workload.cache: reset` is refused",
		"reset_cache.expect": "none: any 2xx answer"
	}
};
/**
* The written value with every fixed default filled in, and the dotted keys that were left at their default, derived
* ones included. A missing section with required keys stays missing.
*/
function withDefaults(written, defaults) {
	const value = structuredClone(written);
	const defaulted = [];
	for (const key of defaults.sections) fill(value, key, {});
	for (const [key, standard] of Object.entries(defaults.values)) if (fill(value, key, structuredClone(standard))) defaulted.push(key);
	for (const key of Object.keys(defaults.derived)) if (fill(value, key, void 0)) defaulted.push(key);
	return {
		value,
		defaulted
	};
}
/** Puts `standard` where the value has a map with no such key; true when it did. */
function fill(value, key, standard) {
	const path = key.split(".");
	const last = path.pop();
	let parent = value;
	for (const part of path) parent = isMap$1(parent) ? parent[part] : void 0;
	if (last === void 0 || !isMap$1(parent) || Object.hasOwn(parent, last)) return false;
	if (standard !== void 0) parent[last] = standard;
	return true;
}
function isMap$1(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
// src/plan/yaml.ts
var import_dist = require_dist();
/** Reads one YAML 1.2 document. Text that is no YAML has the value `undefined` and its syntax errors. */
function readYaml(file, text) {
	const counter = new import_dist.LineCounter();
	const document = (0, import_dist.parseDocument)(text, {
		lineCounter: counter,
		prettyErrors: false,
		uniqueKeys: false,
		version: "1.2"
	});
	const lineAt = (offset) => counter.linePos(offset).line;
	if (document.errors.length + document.warnings.length > 0) {
		const problems = [...document.errors, ...document.warnings].map((error) => ({
			file,
			line: lineAt(error.pos[0]),
			...syntaxFault(error)
		}));
		return {
			value: void 0,
			lines: /* @__PURE__ */ new Map(),
			problems
		};
	}
	const walk = new Walk(file, lineAt);
	return {
		value: walk.valueOf(document.contents, []),
		lines: walk.lines,
		problems: walk.problems
	};
}
/** The line of a field, or of the nearest thing that encloses it. */
function lineOf(lines, path) {
	for (let length = path.length; length > 0; length -= 1) {
		const line = lines.get(fieldOf(path.slice(0, length)));
		if (line !== void 0) return line;
	}
}
function syntaxFault({ code, message }) {
	const expected = "one plain YAML document";
	if (code === "MULTIPLE_DOCS") return {
		message: "a second document begins here",
		expected,
		remedy: "remove it, or this `---`"
	};
	return {
		message: `not plain YAML: ${message}`,
		expected,
		remedy: "correct this place; text that holds `: `, ` #`, `{` or `[` needs quotes"
	};
}
var Walk = class {
	lines = /* @__PURE__ */ new Map();
	problems = [];
	file;
	lineAt;
	constructor(file, lineAt) {
		this.file = file;
		this.lineAt = lineAt;
	}
	valueOf(node, path) {
		if ((0, import_dist.isMap)(node)) return this.mapOf(node.items, path);
		if ((0, import_dist.isSeq)(node)) return node.items.map((item, i) => {
			const here = [...path, i];
			this.mark(here, item);
			return this.valueOf(item, here);
		});
		if ((0, import_dist.isScalar)(node)) return node.value;
		if ((0, import_dist.isAlias)(node)) this.add(node, path, {
			message: `the alias \`*${node.source}\` is not read`,
			expected: "every value where it is used",
			remedy: "write the value out"
		});
		return null;
	}
	mapOf(items, path) {
		const entries = /* @__PURE__ */ new Map();
		for (const { key, value } of items) {
			const name = (0, import_dist.isScalar)(key) ? String(key.value) : void 0;
			if (name === void 0) {
				this.add(key, path, {
					message: "a key is not a word",
					expected: "a plain key",
					remedy: "write a name before the colon"
				});
				continue;
			}
			const here = [...path, name];
			if (entries.has(name)) {
				this.add(key, here, {
					message: `the key \`${name}\` is already on line ${this.lines.get(fieldOf(here))}`,
					expected: "each key once",
					remedy: "remove one of the two"
				});
				continue;
			}
			this.mark(here, key);
			entries.set(name, this.valueOf(value, here));
		}
		return Object.fromEntries(entries);
	}
	mark(path, node) {
		this.lines.set(fieldOf(path), this.lineAt(node.range?.[0] ?? 0));
	}
	add(node, path, fault) {
		const field = path.length === 0 ? {} : { field: fieldOf(path) };
		this.problems.push({
			file: this.file,
			line: this.lineAt(node.range?.[0] ?? 0),
			...field,
			...fault
		});
	}
};
// src/plan/file.ts
/**
* Reads a YAML file strictly: the notation, the schema and the rules between keys, all problems together in the order
* of their lines.
*/
function readFile({ file, text }, { schema, defaults, rules }) {
	const yaml = readYaml(file, text);
	if (yaml.value === void 0) return {
		ok: false,
		problems: yaml.problems
	};
	const { value, defaulted } = withDefaults(yaml.value, defaults);
	const reading = readStrict(schema, value);
	const fresh = withoutEchoes([...reading.ok ? [] : reading.faults, ...rules(value)], schema).map((fault) => problemAt(file, yaml.lines, fault)).filter(({ field }) => field === void 0 || !yaml.problems.some((known) => known.field === field));
	const problems = [...yaml.problems, ...fresh];
	if (reading.ok && problems.length === 0) return {
		ok: true,
		value: {
			written: reading.value,
			source: {
				file,
				lines: yaml.lines,
				defaults: defaulted
			}
		}
	};
	return {
		ok: false,
		problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
	};
}
/** A fault as a problem of a file, with the line of its field or of what encloses it. */
function problemAt(file, lines, { path, message, expected, remedy }) {
	const line = lineOf(lines, path);
	return {
		file,
		...line === void 0 ? {} : { line },
		...path.length === 0 ? {} : { field: fieldOf(path) },
		message,
		expected,
		remedy
	};
}
// src/plan/scalars.ts
/** The kinds of values a plan is written with, each read strictly into the gate's own units. */
const LONGEST_MS = 864e5;
const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m)$/;
const PERCENT = /^(\d+(?:\.\d+)?)%$/;
const SIZE = /^(\d+)(B|KiB|MiB|GiB)$/;
const BYTES = {
	B: 1,
	KiB: 1024,
	MiB: 1048576,
	GiB: 1073741824
};
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** `800ms`, `1.5s`, `2m` in ms, or undefined. Decimal digits are read as written, without a rounding of their own. */
function durationMs(text) {
	const match = DURATION.exec(text);
	if (match === null) return void 0;
	if (match[2] === "ms") return Number(match[1]);
	const asSeconds = Number(`${match[1]}e3`);
	return match[2] === "s" ? asSeconds : asSeconds * 60;
}
/** `95%` as 0.95, or undefined. */
function percentShare(text) {
	const match = PERCENT.exec(text);
	return match === null ? void 0 : Number(`${match[1]}e-2`);
}
/** Non-empty text in which `faultOf`, when given, finds nothing wrong. */
function text$1(meaning, expected = "text", faultOf = () => void 0) {
	return leaf({
		type: "text",
		meaning
	}, expected, (value) => {
		if (typeof value !== "string") return {
			message: `${show(value)} is not text`,
			remedy: `quote it: "${String(value)}"`
		};
		if (value === "") return {
			message: "is empty text",
			remedy: "write it, or remove the line"
		};
		const wrong = faultOf(value);
		return wrong === void 0 ? { value } : {
			message: wrong,
			remedy: `write ${expected}`
		};
	});
}
function flag(meaning) {
	return leaf({
		type: "true or false",
		meaning
	}, "`true` or `false`", (value) => typeof value === "boolean" ? { value } : {
		message: `${show(value)} is neither`,
		remedy: "write `true` or `false`"
	});
}
/** One of a few words; `later` are the ones that a coming version will know. */
function choice(values, meaning, later = []) {
	const expected = values.map((value) => `\`${value}\``).join(" or ");
	const doc = {
		type: [...values, ...later].map((value) => `\`${value}\``).join(", "),
		meaning
	};
	const notYet = later.length === 0 ? {} : { notYet: later.map((value) => `\`${value}\``).join(", ") };
	return leaf({
		...doc,
		...notYet
	}, expected, (value) => {
		const known = values.find((candidate) => candidate === value);
		if (known !== void 0) return { value: known };
		if (later.includes(String(value))) return {
			message: (field) => `not yet: this version can't do \`${field}: ${value}\``,
			remedy: `write ${expected}`
		};
		const near = nearest(String(value), values.map(String));
		return {
			message: `${show(value)} is not known here`,
			remedy: near === null ? `write ${expected}` : `did you mean \`${near}\`?`
		};
	});
}
function whole(least, most, meaning) {
	const expected = `a whole number from ${least} to ${most}`;
	return leaf({
		type: "whole number",
		meaning
	}, expected, (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most ? { value: Number(value) } : {
		message: `${show(value)} is not such a number`,
		remedy: `write ${expected}`
	});
}
/** A length of time in ms; `zero` allows none, also written as a bare 0. */
function duration(meaning, { zero = false } = {}) {
	return leaf({
		type: "duration",
		meaning
	}, zero ? "a duration such as `800ms`, `30s`, `2m`, or `0`" : "a duration above 0 such as `800ms`, `30s`, `2m`", (value) => {
		if (zero && value === 0) return { value: 0 };
		if (typeof value === "number") return {
			message: `${value} is a bare number, without a unit`,
			remedy: `write the unit: \`${value}ms\` or \`${value}s\``
		};
		const ms = typeof value === "string" ? durationMs(value) : void 0;
		if (ms === void 0) return {
			message: `${show(value)} is not a duration`,
			remedy: "write a number and `ms`, `s` or `m`"
		};
		if (ms === 0 && !zero) return {
			message: `${show(value)} is no time at all`,
			remedy: "write a longer one"
		};
		if (ms > LONGEST_MS) return {
			message: `${show(value)} is longer than a day`,
			remedy: "write at most `1440m`"
		};
		return { value: ms };
	});
}
/** A share of 1, strictly between `above` and `below`; `zero` allows 0% as well. */
function percent$1(meaning, { above = 0, below = 1, zero = false } = {}) {
	const expected = `a percentage ${zero ? "from 0%, below" : `between ${above * 100}% and`} ${below * 100}%, such as \`95%\``;
	return leaf({
		type: "percent",
		meaning
	}, expected, (value) => percentOf(value, {
		above,
		below,
		zero
	}));
}
function percentOf(value, { above, below, zero }) {
	if (typeof value === "number") {
		const likely = value > 1 ? `\`${value}%\`` : `\`${Number((value * 100).toPrecision(12))}%\`, or \`${value}%\` if that is meant`;
		return {
			message: `${value} is a bare number, without \`%\``,
			remedy: `write ${likely}`
		};
	}
	const share = typeof value === "string" ? percentShare(value) : void 0;
	if (share === void 0) return {
		message: `${show(value)} is not a percentage`,
		remedy: "write a number and `%`"
	};
	return (share > above || zero && share === 0) && share < below ? { value: share } : {
		message: `${show(value)} is out of range`,
		remedy: "write a percentage inside the range"
	};
}
/** A latency margin: a percentage, or `report` to state the change without judging it. */
function margin(meaning) {
	return leaf({
		type: "percent or `report`",
		meaning
	}, "a percentage between 0% and 100%, or `report`", (value) => value === "report" ? { value } : percentOf(value, {
		above: 0,
		below: 1,
		zero: false
	}));
}
function size(meaning) {
	return leaf({
		type: "size",
		meaning
	}, "a size above 0 such as `512KiB` or `64MiB`", (value) => {
		if (typeof value === "number") return {
			message: `${value} is a bare number, without a unit`,
			remedy: `write the unit: \`${value}B\` or \`${value}MiB\``
		};
		const match = typeof value === "string" ? SIZE.exec(value) : null;
		const bytes = match === null ? 0 : Number(match[1]) * BYTES[match[2]];
		return bytes > 0 && Number.isSafeInteger(bytes) ? { value: bytes } : {
			message: `${show(value)} is not such a size`,
			remedy: "write a whole number and `B`, `KiB`, `MiB` or `GiB`"
		};
	});
}
/** A list of names of environment variables, none of them twice. */
function variables(meaning) {
	return leaf({
		type: "list of text",
		meaning
	}, "a list of names of environment variables", (value) => {
		if (!Array.isArray(value)) return {
			message: `${show(value)} is not a list`,
			remedy: "write it as `[ONE, TWO]`"
		};
		const faults = value.flatMap((name, i) => {
			if (typeof name !== "string" || !isVariable(name)) return [{
				at: [i],
				message: `${show(name)} is not the name of a variable`,
				remedy: "use letters, digits and `_`"
			}];
			return value.indexOf(name) === i ? [] : [{
				at: [i],
				message: `${show(name)} occurs twice`,
				remedy: "keep one"
			}];
		});
		return faults.length === 0 ? { value } : faults;
	});
}
function isVariable(word) {
	return VARIABLE.test(word);
}
/** What is wrong with a path that must stay inside a folder. */
function outsideFolder(path) {
	return path.split(/[\\/]/).includes("..") || path.startsWith("/") || /^[A-Za-z]:/.test(path) ? `${show(path)} leads out of the checkout` : void 0;
}
/**
* A key that a later version will act on: refused, so that nobody believes in a check that isn't made. `accepted` is
* the value that asks for what this version does anyway.
*/
function notYet(meaning, accepted) {
	if (accepted === void 0) return leaf({
		type: "any",
		meaning,
		notYet: "the key"
	}, "no such key", () => ({
		message: (field) => `not yet: this version can't do \`${field}\``,
		remedy: "remove the key"
	})).optional();
	return leaf({
		type: "any",
		meaning,
		notYet: "other values",
		only: String(accepted)
	}, `\`${accepted}\`, or no such key`, (value) => {
		if (value === accepted) return { value: void 0 };
		const asked = typeof value === "object" ? show(value) : String(value);
		return {
			message: (field) => `not yet: this version can't do \`${field}: ${asked}\``,
			remedy: `write \`${accepted}\` or remove the key`
		};
	}).optional();
}
const launchFileSchema = section("How one arm starts.", {
	start: argv("Program and arguments; `{port}`, `{model}`, `{node}` and `{gate}` are filled in. Never passed to a shell."),
	env: leaf({
		type: "map of text",
		meaning: "Environment variables of the server; the same placeholders are filled in."
	}, "variables with quoted values", env),
	port: whole(1, 65535, "A fixed port.").optional(),
	ready: section("When the server is ready.", {
		path: urlPath("Answers 2xx once the server is ready."),
		timeout: duration("Longest wait for it; a candidate that is later is `candidate_broken`.")
	}),
	stop: section("How the server is stopped.", {
		signal: choice([
			"SIGTERM",
			"SIGINT",
			"SIGQUIT",
			"SIGHUP",
			"SIGUSR1",
			"SIGUSR2",
			"SIGKILL"
		], "Sent to its whole process group."),
		grace: duration("After this time the group is killed.")
	}),
	identity: section("What tells builds of the server apart beyond the launch: exactly one of the three.", {
		command: argv("Its standard output is the identity.").optional(),
		file: text$1("Its SHA-256 is the identity; relative to the root of the checkout.", "a path inside the checkout", outsideFolder).optional(),
		digest: text$1("The digest of the image.", "`sha256:` and 64 hexadecimal digits", (value) => /^sha256:[0-9a-fA-F]{64}$/.test(value) ? void 0 : `${show(value)} is no such digest`).optional()
	}).optional(),
	reset_cache: section("Empties the prefix cache before a run.", {
		method: choice([
			"POST",
			"GET",
			"PUT",
			"DELETE"
		], "HTTP method."),
		path: urlPath("Path of the request."),
		expect: text$1("Text that the answer must hold for the reset to count.").optional()
	}).optional(),
	scratch: flag("A fresh HOME and cache folder for each run."),
	containers: notYet("Labels of containers to remove after a run.")
});
/** What was meant by a value that isn't text: YAML reads an unquoted `{port}` as a map with the one key `port`. */
function asText(value) {
	if (!isRecord(value)) return String(value ?? "");
	return `{${Object.keys(value).join(", ")}}`;
}
function argv(meaning) {
	return leaf({
		type: "list of text",
		meaning
	}, "a non-empty list of arguments", (value) => {
		if (typeof value === "string") {
			const split = value.split(/\s+/).flatMap((word) => word.replace(/^["']|["']$/g, "") || []);
			return {
				message: `${show(value)} is one text, and no shell takes it apart`,
				remedy: `write \`[${split.map((word) => JSON.stringify(word)).join(", ")}]\``
			};
		}
		if (!Array.isArray(value) || value.length === 0) return {
			message: `${show(value)} is not such a list`,
			remedy: "write `[program, argument]`"
		};
		const faults = value.flatMap((word, i) => typeof word === "string" ? [] : [{
			at: [i],
			message: `${show(word)} is not text`,
			remedy: `quote it: "${asText(word)}"`
		}]);
		if (faults.length > 0) return faults;
		return value[0] === "" ? {
			at: [0],
			message: "is empty text",
			remedy: "name the program first"
		} : { value };
	});
}
function env(value) {
	if (!isRecord(value)) return {
		message: `${show(value)} is not a map`,
		remedy: "write `NAME: \"value\"` lines"
	};
	const faults = Object.entries(value).flatMap(([name, content]) => {
		if (!isVariable(name)) return [{
			at: [name],
			message: `${show(name)} is not the name of a variable`,
			remedy: "use letters, digits and `_`"
		}];
		if (typeof content === "string") return [];
		return [{
			at: [name],
			message: `${show(content)} is not text`,
			remedy: `quote it: ${name}: "${asText(content)}"`
		}];
	});
	return faults.length === 0 ? { value } : faults;
}
function urlPath(meaning) {
	return text$1(meaning, "a path such as `/health`", (value) => value.startsWith("/") ? void 0 : `${show(value)} does not begin with \`/\``);
}
// src/plan/launch.ts
/** What a start argument may hold in braces: the run's port, the plan's model, the gate's Node and its own file. */
const PLACEHOLDERS = [
	"port",
	"model",
	"node",
	"gate"
];
/**
* How one arm starts, from the text of its launch file (design, section 4), or every problem at once.
*
* @param file the path as the plan names it; only shown
*/
function readLaunch(input) {
	const reading = readFile(input, {
		schema: launchFileSchema,
		defaults: LAUNCH_DEFAULTS,
		rules: launchRuleFaults
	});
	if (!reading.ok) return reading;
	const { written, source } = reading.value;
	return {
		ok: true,
		value: {
			...source,
			launch: toLaunch(written)
		}
	};
}
/** Problems of a `cache: reset` that an arm has no way to do. `launches` holds null for an arm with a `url`. */
function resetRefusals(plan, launches, source) {
	if (plan.workload.cache !== "reset") return [];
	return ["baseline", "candidate"].flatMap((arm) => {
		const file = launches[arm];
		if (file !== null && file.launch.resetCache !== null) return [];
		const message = file === null ? `\`reset\`, but the ${arm} is a server that already runs` : `\`reset\`, but ${file.file} has no \`reset_cache\``;
		return [problemAt(source.file, source.lines, {
			path: ["workload", "cache"],
			message,
			expected: "a launch with `reset_cache` for both arms",
			remedy: "add `reset_cache: {path: /reset_prefix_cache}` to the launch, or write `cache: as_is`"
		})];
	});
}
function launchRuleFaults(value) {
	if (!isRecord(value)) return [];
	const start = Array.isArray(value["start"]) ? value["start"] : [];
	const env = isRecord(value["env"]) ? Object.values(value["env"]) : [];
	const faults = start.flatMap((argument, i) => placeholderFaults(argument, i));
	const named = [...start, ...env].some((text) => asText(text).includes("{port}"));
	if (Array.isArray(value["start"]) && !named && value["port"] === void 0) faults.push({
		path: ["start"],
		kind: "wrong",
		message: "nothing tells the server its port",
		expected: "`{port}` in `start` or `env`, or a fixed `port`",
		remedy: "add an argument such as `--port`, `\"{port}\"`; the gate takes a free port for each run"
	});
	return [...faults, ...identityFaults(value["identity"])];
}
function placeholderFaults(argument, i) {
	if (typeof argument !== "string") return [];
	return [...argument.matchAll(/\{([A-Za-z_]\w*)\}/g)].map((match) => String(match[1])).filter((name) => !PLACEHOLDERS.includes(name)).map((name) => ({
		path: ["start", i],
		kind: "wrong",
		message: `unknown placeholder \`{${name}}\``,
		expected: PLACEHOLDERS.map((known) => `\`{${known}}\``).join(", "),
		remedy: "write one of these, or the value itself"
	}));
}
function identityFaults(identity) {
	if (!isRecord(identity)) return [];
	const given = [
		"command",
		"file",
		"digest"
	].filter((key) => key in identity);
	if (given.length === 1) return [];
	return [{
		path: ["identity"],
		kind: "wrong",
		message: given.length === 0 ? "names nothing" : `has ${given.map((key) => show(key)).join(" and ")}`,
		expected: "exactly one of `command`, `file`, `digest`",
		remedy: given.length === 0 ? "add one of them" : "keep one"
	}];
}
function toLaunch(written) {
	const { start, env, port, ready, stop, identity, reset_cache: reset, scratch } = written;
	return {
		start,
		env,
		port: port ?? null,
		ready: {
			path: ready.path,
			timeoutMs: ready.timeout
		},
		stop: {
			signal: stop.signal,
			graceMs: stop.grace
		},
		identity: toIdentity(identity),
		resetCache: reset === void 0 ? null : {
			method: reset.method,
			path: reset.path,
			expect: reset.expect ?? null
		},
		scratch
	};
}
function toIdentity(identity) {
	if (identity?.command !== void 0) return { command: identity.command };
	if (identity?.file !== void 0) return { file: identity.file };
	return identity?.digest === void 0 ? null : { digest: identity.digest.toLowerCase() };
}
// src/plan/price.ts
/** Below this many requests an unchanged server is noticeably less likely to pass (decision procedure, section 0). */
const COMFORTABLE_REQUESTS = 500;
function price(plan) {
	const { warmupMs, leadInMs, windowMs, leadOutMs, drainMs } = plan.workload;
	const { looks, grossFail } = plan.comparison;
	const runs = {
		min: 2 * (grossFail ? 2 : Math.min(...looks)),
		max: 2 * Math.max(...looks)
	};
	const replayMinutes = (warmupMs + leadInMs + windowMs + leadOutMs) / 6e4;
	const minutesPerRun = {
		min: replayMinutes,
		max: replayMinutes + drainMs / 6e4
	};
	return {
		runs,
		minutesPerRun,
		minutes: {
			min: runs.min * minutesPerRun.min,
			max: runs.max * minutesPerRun.max
		}
	};
}
/** What doesn't forbid the session but weakens what it can say. */
function warnings(plan, trace, place) {
	const { workload, validity, request } = plan;
	const found = [];
	const warn = (path, message, expected, remedy) => found.push({
		path,
		fault: {
			message,
			expected,
			remedy
		}
	});
	const late = validity.maxLagShare * trace.requests.length;
	if (late < 2) warn(["validity", "max_lag_share"], `allows ${Math.floor(late + 1e-9)} of the ${trace.requests.length} requests of a run to be late: one pause of the machine makes the session INVALID`, "a share that allows at least two requests", `take a longer trace, or raise it to ${Math.ceil(2e3 / trace.requests.length) / 10}%`);
	if (workload.leadInMs === 0) warn(["workload", "lead_in"], "the window starts on an idle server", "a lead-in", "freeze a trace with a lead-in");
	if (workload.leadOutMs === 0) warn(["workload", "lead_out"], "the window ends with nothing behind it: its last requests see a lighter load", "a lead-out", "freeze a trace with a lead-out");
	if (workload.drainMs < request.timeoutMs) warn(["workload", "drain"], `${workload.drainMs} ms is shorter than the timeout of a request (${request.timeoutMs} ms): late answers are cancelled`, "at least `request.timeout`", "raise it, or leave it out");
	const n = judgedRequests(plan, trace).length;
	if (n < COMFORTABLE_REQUESTS) warn(["workload", "trace"], `${n} requests are judged in a run: an unchanged server may end INCONCLUSIVE in one session of twenty`, `${COMFORTABLE_REQUESTS} or more; 1000 is comfortable`, "freeze a longer trace");
	return found.map(({ path, fault }) => problemAt(place.file, place.lines, {
		path,
		...fault
	}));
}
// src/plan/reach.ts
const BLOCKS = 10;
/** The smallest design effect that a session may claim. */
const FLOOR = 2;
/** A p95 needs at least five requests beyond it: n (1 - 0.95) >= 5. */
const P95_REQUESTS = 100;
/**
* Every reason why no run could end in a verdict: R1, R2, R3, R5 and R8, requests without an SLO and SLOs without a
* request. There is no R6 while class-level clauses can't be declared.
*
* @param place the plan file as read, for names and lines
*/
function refusals(plan, trace, place) {
	const deciding = plan.slo.some((slo) => slo.objectives !== null);
	return [
		...matchProblems(plan, trace, place),
		...plan.slo.flatMap((slo, i) => attainmentProblems(slo, i, plan, trace, place)),
		...deciding ? quantileProblems(plan, trace, place) : [],
		...declarationProblems(plan, place)
	];
}
function matchProblems(plan, trace, place) {
	const unmatched = trace.requests.filter((request) => !plan.slo.some((slo) => matchesClass(slo, request.class)));
	const homeless = [...new Set(unmatched.map((request) => request.class))].map((name) => {
		const requests = unmatched.filter((request) => request.class === name);
		return {
			file: trace.file,
			line: requests[0]?.line ?? 1,
			field: "class",
			message: `${requests.length} requests of class \`${name}\` match no \`slo\` entry, the first on this line`,
			expected: "each request matches exactly one entry",
			remedy: `add an entry for the class to the plan, with objectives or with \`slo: none\``
		};
	});
	const known = [...new Set(trace.requests.map((request) => request.class))].map((name) => `\`${name}\``).join(", ");
	const idle = plan.slo.flatMap((slo, i) => matchedCount(slo, plan, trace) > 0 ? [] : [problem$1(place, [
		"slo",
		i,
		...slo.classes === null ? [] : ["where"]
	], {
		message: `no request of the window matches the entry \`${slo.id}\``,
		expected: `classes of the trace: ${known}`,
		remedy: "correct the class, or remove the entry"
	})]);
	return [...homeless, ...idle];
}
function matchedCount(slo, plan, trace) {
	return (slo.objectives === null ? trace.requests : cohortOf$1(trace, plan.workload.windowMs)).filter((request) => matchesClass(slo, request.class)).length;
}
/** R1 and R3 for one SLO: with zero misses, could its lower bound reach the target? */
function attainmentProblems(slo, i, plan, trace, place) {
	const target = slo.attainment;
	const n = matchedCount(slo, plan, trace);
	if (slo.objectives === null || target === null || n === 0) return [];
	if (!(target > 0 && target < 1)) return [shareProblem(place, [
		"slo",
		i,
		"attainment"
	], target)];
	const { confidence } = plan.comparison;
	const t = tQuantile(confidence, 9);
	const needed = Math.max(adjustedMinN(target, confidence, BLOCKS, FLOOR), 20);
	if (n >= needed) return [];
	const least = short(FLOOR * t * t * target / (1 - target));
	const formula = n < 20 ? `n = ${n} < 2 * ${BLOCKS} time blocks` : `n = ${n} < ${FLOOR} * t(${short(confidence)}, 9)^2 * ${short(target)} / ${short(1 - target)} = ${least}`;
	const reachable = n < 20 ? void 0 : highestTarget(n, confidence);
	return [problem$1(place, [
		"slo",
		i,
		"attainment"
	], {
		message: `${percent(target)} can't be shown by ${n} requests, not even by ${n} of ${n} qualified: ${formula}`,
		expected: `at least ${needed} requests of this entry in the window`,
		remedy: `take a trace with ${needed}${reachable === void 0 ? "" : `, or a target of at most ${percent(reachable)}`}`
	})];
}
/** The highest target, in whole tenths of a percent, that n requests without a miss could show. */
function highestTarget(n, confidence) {
	for (let tenths = 999; tenths > 0; tenths -= 1) if (adjustedMinN(tenths / 1e3, confidence, BLOCKS, FLOOR) <= n) return tenths / 1e3;
}
/** R2 for the relative p95 clauses that gate. */
function quantileProblems(plan, trace, place) {
	const { margins } = plan.comparison;
	const judged = judgedRequests(plan, trace);
	const several = judged.filter((request) => request.maxTokens > 1);
	return [{
		key: "ttft_p95",
		margin: margins.ttftP95,
		n: judged.length,
		requests: "requests with an SLO"
	}, {
		key: "tpot_p95",
		margin: margins.tpotP95,
		n: several.length,
		requests: "requests with an SLO and more than one output token"
	}].flatMap(({ key, margin, n, requests }) => {
		if (margin === "report" || n >= P95_REQUESTS) return [];
		return [problem$1(place, [
			"comparison",
			"margins",
			key
		], {
			message: `a 95th percentile of ${n} ${requests} rests on fewer than five: n (1 - 0.95) = ${short(n / 20)} < 5`,
			expected: `at least ${P95_REQUESTS} such requests in the window`,
			remedy: `take a trace with ${P95_REQUESTS}, or write \`${key}: report\` to state it without judging`
		})];
	});
}
/** R5 and R8 for a plan that didn't come through the reader. */
function declarationProblems(plan, place) {
	const { looks, confidence, margins } = plan.comparison;
	const outside = [
		{
			key: "goodput",
			margin: margins.goodput
		},
		{
			key: "ttft_p95",
			margin: margins.ttftP95
		},
		{
			key: "tpot_p95",
			margin: margins.tpotP95
		}
	].flatMap(({ key, margin }) => margin === "report" || margin > 0 && margin < 1 ? [] : [shareProblem(place, [
		"comparison",
		"margins",
		key
	], margin)]);
	const sequence = looksFault(looks);
	const level = sequence === void 0 ? confidenceFault(looks, confidence) : void 0;
	return [
		...outside,
		...plan.slo.some((slo) => slo.objectives !== null) ? [] : [problem$1(place, ["slo"], {
			message: "no entry has an objective",
			expected: "an entry that decides",
			remedy: "add one"
		})],
		...sequence === void 0 ? [] : [problem$1(place, ["comparison", "looks"], sequence)],
		...level === void 0 ? [] : [problem$1(place, ["comparison", "confidence"], level)]
	];
}
function shareProblem(place, path, share) {
	return problem$1(place, path, {
		message: `${percent(share)} is out of range`,
		expected: "a percentage between 0% and 100%",
		remedy: "write one inside the range"
	});
}
function problem$1(place, path, fault) {
	return problemAt(place.file, place.lines, {
		path,
		...fault
	});
}
function percent(share) {
	return `${Number((share * 100).toPrecision(12))}%`;
}
/** Four significant digits, for a person. */
function short(x) {
	return String(Number(x.toPrecision(4)));
}
// src/plan/rules.ts
/**
* What must hold between keys of a plan. The rules look at the value as written, so that a mistake in one key doesn't
* hide a contradiction between two others; what a rule can't read, the schema complains about.
*/
const OBJECTIVES = [
	"ttft",
	"first_visible",
	"tpot",
	"max_gap",
	"e2e"
];
/** Every contradiction in a plan's value, placed. */
function planRuleFaults(plan) {
	if (!isRecord(plan)) return [];
	const arms = isRecord(plan["arms"]) ? plan["arms"] : {};
	return [
		...["baseline", "candidate"].flatMap((arm) => armFaults(arms[arm], ["arms", arm])),
		...Array.isArray(plan["slo"]) ? sloFaults(plan["slo"]) : [],
		...Array.isArray(plan["quality"]) ? qualityFaults(plan["quality"]) : [],
		...comparisonFaults(plan["comparison"]),
		...validityFaults(plan["validity"])
	];
}
function armFaults(arm, path) {
	if (!isRecord(arm)) return [];
	const expected = "exactly one of `checkout` with `launch`, or `url`";
	if ("url" in arm) {
		const extra = ["checkout", "launch"].filter((key) => key in arm);
		const passed = Array.isArray(arm["pass_env"]) && arm["pass_env"].length > 0 ? ["pass_env"] : [];
		return [...extra, ...passed].map((key) => at([...path, key], {
			message: `\`${key}\` beside \`url\`: a server that already runs is not started`,
			expected,
			remedy: `remove \`${key}\`, or \`url\``
		}));
	}
	const absent = ["checkout", "launch"].filter((key) => !(key in arm));
	if (absent.length === 2) return [at(path, {
		message: "says nothing about where the server comes from",
		expected,
		remedy: "add one of the two"
	})];
	return absent.map((key) => at([...path, key], {
		message: "is missing",
		expected,
		remedy: "add it"
	}, "missing"));
}
function sloFaults(entries) {
	const faults = [];
	const known = entries.map((entry, i) => ({
		entry,
		path: ["slo", i]
	})).filter((item) => isRecord(item.entry));
	if (!known.some(({ entry }) => isRecord(entry) && entry["slo"] === void 0)) faults.push(at(["slo"], {
		message: "no entry has an objective, so nothing would decide",
		expected: "at least one entry with objectives and an `attainment`",
		remedy: "add one such as `{id: all, ttft: 800ms, attainment: 95%}`"
	}));
	for (const [i, { entry, path }] of known.entries()) {
		if (!isRecord(entry)) continue;
		faults.push(...objectiveFaults(entry, path));
		for (const earlier of known.slice(0, i)) if (isRecord(earlier.entry)) faults.push(...pairFaults(entry, path, earlier.entry, i));
	}
	return faults;
}
function objectiveFaults(entry, path) {
	const objectives = OBJECTIVES.filter((key) => key in entry);
	if ("slo" in entry) return [...objectives, "attainment"].filter((key) => key in entry).map((key) => at([...path, key], {
		message: `\`${key}\` beside \`slo: none\``,
		expected: "either objectives with an `attainment`, or `slo: none`",
		remedy: "remove one of the two"
	}));
	const faults = [];
	if (!Object.keys(entry).some((key) => nearest(key, OBJECTIVES) !== null)) {
		const expected = `one of ${OBJECTIVES.join(", ")}; or \`slo: none\``;
		faults.push(at(path, {
			message: "has no objective",
			expected,
			remedy: "add one such as `ttft: 800ms`"
		}));
	}
	if (!("attainment" in entry)) {
		const fault = {
			message: "is missing",
			expected: "the share that must qualify, such as `95%`",
			remedy: "add it"
		};
		faults.push(at([...path, "attainment"], fault, "missing"));
	}
	return faults;
}
/** What two entries have in common that they may not have. */
function pairFaults(entry, path, earlier, i) {
	const faults = [];
	if (typeof entry["id"] === "string" && entry["id"] === earlier["id"]) faults.push(at([...path, "id"], {
		message: `${show(entry["id"])} is already the id of an entry above`,
		expected: "an id that occurs once: it names the clause",
		remedy: "rename one of the two"
	}));
	const shared = sharedRequests(classesOf(earlier), classesOf(entry));
	if (shared !== void 0) faults.push(at("where" in entry ? [...path, "where"] : path, {
		message: `${shared} match this entry and ${show(earlier["id"] ?? `entry ${i}`)}`,
		expected: "each request matches exactly one entry",
		remedy: "give every entry a `where` with classes of its own"
	}));
	return faults;
}
/** The classes of an entry as written; `all` without a `where`, undefined when it can't be read. */
function classesOf(entry) {
	if (!("where" in entry)) return "all";
	const names = isRecord(entry["where"]) ? entry["where"]["class"] : void 0;
	if (typeof names === "string") return [names];
	return Array.isArray(names) ? names : void 0;
}
function sharedRequests(a, b) {
	if (a === void 0 || b === void 0) return void 0;
	if (a === "all" && b === "all") return "all requests";
	const shared = a === "all" ? b : b === "all" ? a : a.filter((name) => b.includes(name));
	return shared === "all" || shared.length === 0 ? void 0 : `requests of class ${shared.map((name) => show(name)).join(", ")}`;
}
function qualityFaults(entries) {
	return entries.flatMap((entry, i) => isRecord(entry) && Object.keys(entry).every((key) => key === "where") ? [at(["quality", i], {
		message: "checks nothing",
		expected: "a check of the answers",
		remedy: "remove the entry"
	})] : []);
}
function comparisonFaults(comparison) {
	if (!isRecord(comparison)) return [];
	const { looks, confidence } = comparison;
	const share = typeof confidence === "string" ? percentShare(confidence) : void 0;
	if (!Array.isArray(looks) || share === void 0 || share >= 1) return [];
	const fault = confidenceFault(looks, share);
	return fault === void 0 ? [] : [at(["comparison", "confidence"], fault)];
}
function validityFaults(validity) {
	if (!isRecord(validity)) return [];
	const late = durationMs(String(validity["schedule_lag"]));
	const most = durationMs(String(validity["max_lag"]));
	if (late === void 0 || most === void 0 || most >= late) return [];
	return [at(["validity", "max_lag"], {
		message: `${validity["max_lag"]} is shorter than \`schedule_lag\` (${validity["schedule_lag"]})`,
		expected: "at least `schedule_lag`",
		remedy: "raise it, or lower `schedule_lag`"
	})];
}
function at(path, fault, kind = "wrong") {
	return {
		path,
		kind,
		...fault
	};
}
// src/plan/schema.ts
/** The plan as a person writes it (design, section 4): every key, its kind and its meaning. Units are the gate's after reading. */
function arm(which) {
	return section(`Where the ${which} comes from: \`checkout\` and \`launch\`, or \`url\`.`, {
		checkout: text$1("Folder of the checkout, relative to the working directory.").optional(),
		launch: text$1("Launch file inside that checkout.", "a path inside the checkout", outsideFolder).optional(),
		url: text$1("Base URL of a server that already runs, without a path: `/v1/...` is added.", "a URL without a path, such as `http://127.0.0.1:8000`", urlFault).optional(),
		pass_env: variables("Environment variables that are let through to the server.")
	});
}
const request = section("How every request is made.", {
	api: choice(["chat"], "The API of the server.", ["completions", "responses"]),
	model: text$1("Model name sent in every request."),
	timeout: duration("A request without a whole answer after this time, from due, is a `timeout`; a late answer does not undo it."),
	connections: choice(["warm", "fresh"], "Reuse connections, or open one for each request. Never a limit on how many."),
	api_key_env: text$1("Environment variable that holds the API key; never the key itself.", "the name of an environment variable", (value) => isVariable(value) ? void 0 : "holds something else than the name of a variable").optional(),
	accept_missing_finish_reason: flag("Take a stream that ends whole without a finish reason as a success.")
});
const workload = section("What is replayed.", {
	trace: text$1("The trace, relative to the folder of the plan."),
	sha256: text$1("SHA-256 of the trace file.", "64 hexadecimal digits", (value) => /^[0-9a-fA-F]{64}$/.test(value) ? void 0 : `${show(value)} is no SHA-256`),
	window: duration("Length of the arrival cohort: requests due in [0, window) are judged."),
	lead_in: duration("Replayed before the window and left out of the cohort, so that it does not start on an idle server.", { zero: true }).optional(),
	lead_out: duration("Replayed after the window and left out of the cohort, so that it does not end with nothing behind it.", { zero: true }).optional(),
	drain: duration("Longest wait for outstanding answers after the last due time.").optional(),
	warmup: duration("Length of the warm-up before each run, with prompts that are not in the trace."),
	cache: choice(["as_is", "reset"], "State of the prefix cache before each run.", ["prefill"])
});
const where = section("Which requests: every key must match.", { class: leaf({
	type: "text or list of text",
	meaning: "Requests of these classes of the trace."
}, "a class, or a list of classes", classes) });
const slo = section("One service-level objective. A request must match exactly one entry.", {
	id: text$1("Names the clause, as in `attainment:interactive`.", "a name of letters, digits, `-`, `_` and `.`", (value) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(value) ? void 0 : `${show(value)} is not such a name`),
	where: where.optional(),
	slo: choice(["none"], "These requests are offered and shown, without an objective and outside every attainment.").optional(),
	ttft: duration("Longest time from due to the first output of any kind.").optional(),
	first_visible: duration("Longest time from due to the first visible text.").optional(),
	tpot: duration("Longest mean time per output token after the first.").optional(),
	max_gap: duration("Longest gap between two output events.").optional(),
	e2e: duration("Longest time from due to the end of the answer.").optional(),
	fluidity: notYet("Share of token deadlines that must be met."),
	attainment: percent$1("Share of the offered requests that must qualify: succeed and meet every objective, with evidence. Required with objectives.").optional()
});
const quality = section("Checks of the answers.", {
	where: where.optional(),
	finish_reason: notYet("Finish reasons that are good."),
	tool_arguments: notYet("Arguments of tool calls match a JSON schema."),
	json_schema: notYet("The answer matches a JSON schema."),
	regex: notYet("The answer matches a pattern."),
	equals: notYet("The answer equals the expected one of the trace."),
	min_output_tokens: notYet("Fewest output tokens."),
	max_output_tokens: notYet("Most output tokens."),
	output_length: notYet("Output length stays near the observed one.")
});
const comparison = section("How the candidate is compared with the baseline.", {
	looks: leaf({
		type: "list of whole numbers",
		meaning: "Pairs of runs after which a verdict may stand."
	}, "a list of pair counts", looks),
	gross_fail: flag("A gross FAIL may come after 2 pairs. It never passes anything."),
	margins: section("How much worse the candidate may be, relative to the baseline.", {
		goodput: percent$1("Loss of goodput."),
		ttft_p95: margin("Rise of the 95th percentile of TTFT; `report` states it without judging."),
		tpot_p95: margin("Rise of the 95th percentile of TPOT; `report` states it without judging."),
		classes: notYet("Margins of single classes.")
	}),
	min_effect: section("A latency change smaller than this is no change; never under three stamp uncertainties.", {
		ttft: duration("For TTFT.", { zero: true }),
		tpot: duration("For TPOT.", { zero: true })
	}),
	confidence: percent$1("One-sided confidence of every bound; other values only with a single look.", { above: .5 }),
	expect_identical: flag("Both arms are meant to be the same; says so in the report.")
});
const validity = section("When the load generator itself was too late to judge anything.", {
	schedule_lag: duration("A request sent later than this after it was due is late."),
	max_lag_share: percent$1("Share of the requests of a run that may be late.", { zero: true }),
	max_lag: duration("No request may be later than this."),
	repeat_pairs: notYet("Pairs that may be repeated whole after a disturbance of the generator.", 0)
});
const policy = section("How a verdict becomes the job's conclusion.", {
	invalid: choice(["fail", "pass"], "Conclusion of an INVALID session; the verdict stays."),
	inconclusive: choice(["fail", "pass"], "Conclusion of an INCONCLUSIVE session; the verdict stays."),
	identical: choice(["fail", "pass"], "Conclusion when nothing that is served differs."),
	pre_existing: choice(["report"], "What to do about a target that the baseline misses too.", ["enforce"]),
	fork: notYet("What to do with a pull request from a fork.", "refuse"),
	plan_source: notYet("Where the plan is read from; this version takes the base commit.")
});
const bundle = section("What the bundle keeps.", {
	text: notYet("Visible answers: `keep`, `hash`, `drop`.", "keep"),
	raw: notYet("Bytes as received: `keep`, `drop`.", "keep"),
	prompts: notYet("Prompts of the trace: `keep`, `redact`.", "keep")
});
const generator = section("The load generator.", {
	workers: notYet("Number of worker threads."),
	cpus: notYet("Cores for the generator."),
	max_streams: notYet("Streams a worker may hold open.")
});
const server = section("How the servers live.", {
	lifecycle: notYet("`restart` before every run, or `resident`.", "restart"),
	coresident: notYet("Both arms share one device."),
	device: notYet("Device the servers run on."),
	price_per_hour: notYet("Price of the device, for the cost clause."),
	bytes_per_step: notYet("Bytes read per decode step, for the roofline check.")
});
const limits = section("What one answer may cost the generator.", {
	response_bytes: size("Most bytes of one answer, received and decoded."),
	events: whole(1, 1e7, "Most events of one answer.")
});
const planFileSchema = section("The bar.", {
	version: choice([1], "Version of this format."),
	arms: section("The two sides of the comparison.", {
		baseline: arm("baseline"),
		candidate: arm("candidate")
	}),
	request,
	workload,
	slo: listOf("What a good answer is.", slo),
	quality: listOf("Checks of the answers.", quality).optional(),
	comparison,
	validity,
	policy,
	limits,
	bundle: bundle.optional(),
	generator: generator.optional(),
	server: server.optional(),
	suite: notYet("A quality suite with a result of its own."),
	max_failures: notYet("Share of requests that may fail."),
	waivers: notYet("Clauses that are waived, by whom and until when."),
	isolate: notYet("Isolation of the server from the runner.", false),
	budget: notYet("Most time or money a session may cost.")
});
function classes(value) {
	const list = Array.isArray(value) ? value : [value];
	if (list.length === 0 || list.some((name) => typeof name !== "string" || name === "")) return {
		message: `${show(value)} names no class`,
		remedy: "write `class: chat` or `class: [chat, tools]`"
	};
	const twice = list.find((name, i) => list.indexOf(name) !== i);
	return twice === void 0 ? { value: list } : {
		message: `${show(twice)} occurs twice`,
		remedy: "keep one"
	};
}
function looks(value) {
	if (!Array.isArray(value) || !value.every((pairs) => Number.isInteger(pairs))) return {
		message: `${show(value)} is not a list of whole numbers`,
		remedy: "write `[3, 4, 6, 8]`, or leave it out"
	};
	return looksFault(value) ?? { value };
}
/** What is wrong with a base URL. It may hold a password, so it is never shown. */
function urlFault(value) {
	const url = URL.canParse(value) ? new URL(value) : void 0;
	if (url === void 0) return "is not a URL";
	if (url.username !== "" || url.password !== "") return "holds credentials; `request.api_key_env` is the place for a key";
	if (url.protocol !== "http:" && url.protocol !== "https:") return "is neither http nor https";
	if (url.search !== "" || url.hash !== "") return "holds a query or a fragment";
	return url.pathname === "/" ? void 0 : "holds a path; leave it out, the gate adds `/v1/...` itself";
}
// src/plan/read.ts
/**
* The bar from the text of a plan file (design, section 4), or every problem at once.
*
* @param file the path as the person named it; only shown
*/
function readPlan(input) {
	const reading = readFile(input, {
		schema: planFileSchema,
		defaults: PLAN_DEFAULTS,
		rules: planRuleFaults
	});
	if (!reading.ok) return reading;
	const { written, source } = reading.value;
	return {
		ok: true,
		value: {
			...source,
			plan: toPlan(written)
		}
	};
}
function toPlan({ version, arms, request, slo, policy, limits, ...rest }) {
	return {
		version,
		arms: {
			baseline: toArm(arms.baseline),
			candidate: toArm(arms.candidate)
		},
		request: {
			api: request.api,
			model: request.model,
			timeoutMs: request.timeout,
			connections: request.connections,
			apiKeyEnv: request.api_key_env ?? null,
			acceptMissingFinishReason: request.accept_missing_finish_reason
		},
		workload: toWorkload(rest.workload, request.timeout),
		slo: slo.map(toSlo),
		comparison: toComparison(rest.comparison),
		validity: {
			scheduleLagMs: rest.validity.schedule_lag,
			maxLagShare: rest.validity.max_lag_share,
			maxLagMs: rest.validity.max_lag
		},
		policy: {
			invalid: policy.invalid,
			inconclusive: policy.inconclusive,
			identical: policy.identical,
			preExisting: policy.pre_existing,
			fork: "refuse"
		},
		limits: {
			responseBytes: limits.response_bytes,
			events: limits.events
		}
	};
}
function toWorkload(workload, timeoutMs) {
	return {
		trace: workload.trace,
		sha256: workload.sha256.toLowerCase(),
		windowMs: workload.window,
		leadInMs: workload.lead_in ?? null,
		leadOutMs: workload.lead_out ?? null,
		drainMs: workload.drain ?? timeoutMs,
		warmupMs: workload.warmup,
		cache: workload.cache
	};
}
function toComparison({ margins, min_effect: least, ...comparison }) {
	return {
		looks: comparison.looks,
		grossFail: comparison.gross_fail,
		margins: {
			goodput: margins.goodput,
			ttftP95: margins.ttft_p95,
			tpotP95: margins.tpot_p95
		},
		minEffect: {
			ttftMs: least.ttft,
			tpotMs: least.tpot
		},
		confidence: comparison.confidence,
		expectIdentical: comparison.expect_identical
	};
}
function toArm(arm) {
	return {
		checkout: arm.checkout ?? null,
		launch: arm.launch ?? null,
		url: arm.url ?? null,
		passEnv: arm.pass_env ?? []
	};
}
function toSlo(entry) {
	return {
		id: entry.id,
		classes: entry.where?.class ?? null,
		objectives: entry.slo === "none" ? null : {
			ttftMs: entry.ttft ?? null,
			firstVisibleMs: entry.first_visible ?? null,
			tpotMs: entry.tpot ?? null,
			maxGapMs: entry.max_gap ?? null,
			e2eMs: entry.e2e ?? null
		},
		attainment: entry.attainment ?? null
	};
}
// src/plan/resolve.ts
/**
* The plan for this trace: lead-in and lead-out that the file leaves out become what the trace holds, in whole ms.
* Problems: another trace than the plan's, due times outside the replay, no lead-in without `lead_in: 0`, nothing in
* the window, and requests that the plan's API can't express.
*/
function resolvePlan(draft, trace) {
	const { workload } = draft.plan;
	const dues = trace.requests.map((request) => request.dueMs);
	const earliest = dues.reduce((least, due) => Math.min(least, due), 0);
	const latest = dues.reduce((most, due) => Math.max(most, due), 0);
	const heldOut = latest < workload.windowMs ? 0 : Math.floor(latest - workload.windowMs) + 1;
	const leadInMs = workload.leadInMs ?? Math.ceil(-earliest);
	const leadOutMs = workload.leadOutMs ?? heldOut;
	const problems = [
		...hashProblems(draft, trace),
		...edgeProblems(draft, trace, leadInMs, leadOutMs),
		...phaseProblems(draft, trace),
		...apiProblems(trace)
	];
	if (problems.length > 0) return {
		ok: false,
		problems
	};
	return {
		ok: true,
		value: {
			...draft.plan,
			workload: {
				...workload,
				leadInMs,
				leadOutMs
			}
		}
	};
}
function hashProblems(draft, trace) {
	const { sha256 } = draft.plan.workload;
	if (sha256 === trace.sha256) return [];
	return [problem(draft, ["workload", "sha256"], {
		message: `${trace.file} has the hash ${trace.sha256}, not ${sha256}`,
		expected: "the trace that the plan declares, byte for byte",
		remedy: "restore the trace; when its change is intended, write the new hash into the plan in a change of its own"
	})];
}
function edgeProblems(draft, trace, leadInMs, leadOutMs) {
	const { windowMs } = draft.plan.workload;
	const early = trace.requests.filter((request) => request.dueMs < -leadInMs);
	const late = trace.requests.filter((request) => request.dueMs >= windowMs + leadOutMs);
	const remedy = "widen it to what the trace holds (leave the key out), or freeze a shorter trace: no line is ever dropped";
	return [{
		found: early,
		key: "lead_in",
		side: "before",
		edge: -leadInMs,
		expected: `due times of at least ${-leadInMs} ms`
	}, {
		found: late,
		key: "lead_out",
		side: "at or after",
		edge: windowMs + leadOutMs,
		expected: `due times below ${windowMs + leadOutMs} ms`
	}].flatMap(({ found, key, side, edge, expected }) => {
		const [first] = found;
		if (first === void 0) return [];
		const message = `${found.length} of ${trace.requests.length} requests are due ${side} ${edge} ms, the first on line ${first.line} of ${trace.file}`;
		return [problem(draft, ["workload", key], {
			message,
			expected,
			remedy
		})];
	});
}
function phaseProblems(draft, trace) {
	const { windowMs, leadInMs } = draft.plan.workload;
	const phases = new Set(trace.requests.map((request) => phaseOf(request.dueMs, windowMs)));
	const problems = [];
	if (!phases.has("lead_in") && leadInMs !== 0) problems.push(problem(draft, ["workload", "lead_in"], {
		message: "the trace has no request before the window, which would start on an idle server",
		expected: "requests with a negative `due_ms`, or the declaration that there are none",
		remedy: "freeze the trace with a lead-in, or write `lead_in: 0`; the report then says so"
	}));
	if (!phases.has("cohort")) problems.push(problem(draft, ["workload", "window"], {
		message: `no request of the trace is due in the window, [0, ${windowMs}) ms`,
		expected: "requests to judge",
		remedy: "check the due times of the trace against the window"
	}));
	return problems;
}
/** The chat API takes messages; a bare prompt becomes one user message, token ids can't be said in it. */
function apiProblems(trace) {
	const bare = trace.requests.filter((request) => request.promptTokens !== void 0);
	const [first] = bare;
	if (first === void 0) return [];
	return [{
		file: trace.file,
		line: first.line,
		field: "prompt_tokens",
		message: `${bare.length} of ${trace.requests.length} requests are token ids, which \`api: chat\` can't send`,
		expected: "`messages` or `prompt`",
		remedy: "freeze the trace with the text of its prompts"
	}];
}
function problem(draft, path, fault) {
	return problemAt(draft.file, draft.lines, {
		path,
		...fault
	});
}
// src/run/host.ts
/** Descriptors the gate needs beside one socket per outstanding request. */
const OWN_DESCRIPTORS = 64;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** This machine, as the versions clause prints it. */
function describeHost() {
	const list = cpus();
	return {
		cpu: list[0]?.model.trim() ?? "unknown",
		cores: list.length,
		memoryBytes: totalmem()
	};
}
/** What this machine can't do for this plan, looked at before any server starts. */
async function hostProblems(check) {
	const problems = [];
	const seen = /* @__PURE__ */ new Set();
	for (const arm of ["baseline", "candidate"]) {
		const port = check.launches[arm]?.port ?? null;
		if (port === null || seen.has(port)) continue;
		seen.add(port);
		if (await portBusy(port)) problems.push({
			file: check.launchFiles[arm],
			field: "port",
			message: `port ${port} of 127.0.0.1 is busy`,
			expected: "a port nobody listens on",
			remedy: "stop what listens there, or leave out `port` and write {port} in `start`: a free one is then chosen for each run"
		});
	}
	problems.push(...keyProblems(check));
	const need = peakOutstanding(check.trace, check.plan.request.timeoutMs) + OWN_DESCRIPTORS;
	const limit = descriptorLimit();
	if (limit !== null && need > limit) problems.push({
		file: check.planFile,
		field: "request.timeout",
		message: `up to ${need} open files may be needed, and this process may open ${limit}`,
		expected: "room for every request that can be outstanding within one timeout",
		remedy: `raise the limit (ulimit -n ${need}), or shorten request.timeout`
	});
	return problems;
}
/** A key that is missing, or that no header can carry. Its value is never shown. */
function keyProblems({ plan, planFile, env }) {
	const name = plan.request.apiKeyEnv;
	if (name === null) return [];
	const place = {
		file: planFile,
		field: "request.api_key_env"
	};
	const key = env[name] ?? "";
	if (key === "") return [{
		...place,
		message: `the environment variable ${name} is not set`,
		expected: "the key of the server under test in that variable",
		remedy: `set ${name} for this step, or leave out request.api_key_env`
	}];
	if (VISIBLE_ASCII.test(key)) return [];
	return [{
		...place,
		message: `the value of ${name} can't be sent as a bearer token (it is not shown here)`,
		expected: "visible ASCII characters only: no blank, line feed or accent",
		remedy: `look for a line feed or a blank at an end of ${name}, and set it again without`
	}];
}
/** Most requests due within any stretch of one timeout: all of them may be outstanding at once. */
function peakOutstanding(trace, timeoutMs) {
	const dueMs = trace.requests.map((request) => request.dueMs).sort((a, b) => a - b);
	let peak = 0;
	let first = 0;
	for (const [i, due] of dueMs.entries()) {
		while ((dueMs[first] ?? due) < due - timeoutMs) first += 1;
		peak = Math.max(peak, i - first + 1);
	}
	return peak;
}
/** Soft limit of open files, or null where the system does not tell. */
function descriptorLimit() {
	try {
		const match = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"));
		return match === null ? null : Number(match[1]);
	} catch {
		return null;
	}
}
// src/run/inputs.ts
/**
* Reads plan, launches and trace, and looks at this machine: a `ProblemError` with every problem that one reading can
* find, and nothing started.
*
* @param planFile the plan, as the person named it
* @param workingDirectory folder that the arms' checkouts are relative to
*/
async function readInputs(planFile, workingDirectory) {
	const planBytes = readOrRefuse(planFile, "a plan (goodput.yml)");
	const draft = orRefuse(readPlan({
		file: planFile,
		text: planBytes.toString("utf8")
	}));
	const checkouts = byArm((arm) => {
		const { checkout } = draft.plan.arms[arm];
		return checkout === null ? null : resolve(workingDirectory, checkout);
	});
	const launchFiles = byArm((arm) => join(draft.plan.arms[arm].checkout ?? "", draft.plan.arms[arm].launch ?? ""));
	const launchReadings = byArm((arm) => readLaunchOf(arm, draft, workingDirectory, launchFiles[arm]));
	const traceFile = join(dirname(planFile), draft.plan.workload.trace);
	const traceReading = reading(() => readOrRefuse(traceFile, "the trace that the plan names"));
	const parsedTrace = traceReading.ok ? readTrace({
		file: traceFile,
		bytes: traceReading.value
	}) : traceReading;
	const problems = [
		launchReadings.baseline,
		launchReadings.candidate,
		parsedTrace
	].flatMap((r) => r.ok ? [] : r.problems);
	if (problems.length > 0) throw new ProblemError(unique(problems));
	const trace = orRefuse(parsedTrace);
	const plan = orRefuse(resolvePlan(draft, trace));
	const files = byArm((arm) => orRefuse(launchReadings[arm]));
	const launches = byArm((arm) => files[arm]?.launch ?? null);
	const found = [
		...refusals(plan, trace, draft),
		...resetRefusals(plan, files, draft),
		...await hostProblems({
			plan,
			planFile,
			launches,
			launchFiles,
			trace,
			env: process.env
		})
	];
	if (found.length > 0) throw new ProblemError(found);
	const keyName = plan.request.apiKeyEnv;
	return {
		plan,
		planSha256: createHash("sha256").update(planBytes).digest("hex"),
		defaults: [...draft.defaults, ...ARMS.flatMap((arm) => (files[arm]?.defaults ?? []).map((key) => `${arm}: ${key}`))],
		trace,
		traceBytes: orRefuse(traceReading),
		launches,
		checkouts,
		difference: launchDifference(launches.baseline, launches.candidate),
		apiKey: keyName === null ? null : process.env[keyName] ?? null,
		announcements: announce(plan, trace, draft, launches)
	};
}
function readLaunchOf(arm, draft, workingDirectory, file) {
	if (draft.plan.arms[arm].checkout === null) return {
		ok: true,
		value: null
	};
	const bytes = reading(() => readOrRefuse(resolve(workingDirectory, file), `the launch of the ${arm}`, file));
	return bytes.ok ? readLaunch({
		file,
		text: bytes.value.toString("utf8")
	}) : bytes;
}
function announce(plan, trace, draft, launches) {
	const { runs, minutes } = price(plan);
	const lengths = `${minutes.min.toFixed(1)} to ${minutes.max.toFixed(1)} minutes`;
	return [`price: ${runs.min} to ${runs.max} runs, ${lengths} and the starts of the servers`, ...[...warnings(plan, trace, draft), ...sameArms(plan, launches, draft.file)].map((warning) => `warning: ${formatProblem(warning)}`)];
}
/** Arms that nothing distinguishes before their servers run (design, section 7, Identity). */
function sameArms({ comparison }, { baseline, candidate }, file) {
	if (comparison.expectIdentical || !launchesEqual(baseline, candidate)) return [];
	const [before, after] = [digestOf(baseline), digestOf(candidate)];
	if (before !== null && after !== null && before !== after) return [];
	return [{
		file,
		field: "arms",
		message: baseline === null ? "both servers already run: no launch tells them apart" : "both launches have the same `start` and `env`",
		expected: "a declared identity or an engine's own version that differs; if none does, the session is INVALID",
		remedy: "see that the candidate really differs, or write comparison.expect_identical: true if it is not meant to"
	}];
}
/** The identity that is known before a server runs. */
function digestOf(launch) {
	const identity = launch?.identity ?? null;
	return identity !== null && "digest" in identity ? identity.digest : null;
}
function byArm(of) {
	return {
		baseline: of("baseline"),
		candidate: of("candidate")
	};
}
function readOrRefuse(path, what, shown = path) {
	const problem = {
		file: shown,
		expected: what,
		remedy: "check the path and the working directory"
	};
	if (!existsSync(path)) throw new ProblemError([{
		...problem,
		message: "there is no such file"
	}]);
	try {
		return readFileSync(path);
	} catch (error) {
		throw new ProblemError([{
			...problem,
			message: error instanceof Error ? error.message : String(error)
		}]);
	}
}
/** A step that refuses by throwing, as a reading. */
function reading(step) {
	try {
		return {
			ok: true,
			value: step()
		};
	} catch (error) {
		if (error instanceof ProblemError) return {
			ok: false,
			problems: [...error.problems]
		};
		throw error;
	}
}
function orRefuse(result) {
	if (!result.ok) throw new ProblemError(result.problems);
	return result.value;
}
/** Two arms may share one launch file; its problems are said once. */
function unique(problems) {
	const seen = /* @__PURE__ */ new Set();
	return problems.filter((problem) => {
		const text = formatProblem(problem);
		return !seen.has(text) && seen.add(text);
	});
}
// src/model/version.ts
/** Version and source digest baked in by `scripts/build.mjs`; `unbuilt` when run from sources, as tests do. */
const GATE_VERSION = "0.1.0";
const GATE_SOURCE = "bbc708ab2aa08f21eda4e1abc5c7981a0ba369108070e2e6787e71e0be16c36b";
// src/run/session.ts
/** Outside GitHub every call is attempt 0; earlier attempts are not looked for yet. */
const ATTEMPT = 0;
/** `plan.json` before the first run: the resolved bar and launches, the seeded order, this gate and this machine. */
function newSession(inputs) {
	const seed = orderSeed(inputs.trace.sha256, inputs.planSha256, ATTEMPT);
	const lastLook = Math.max(...inputs.plan.comparison.looks);
	return {
		schema: "goodput-gate/plan/1",
		plan: inputs.plan,
		planSha256: inputs.planSha256,
		defaults: inputs.defaults,
		launches: inputs.launches,
		difference: inputs.difference,
		order: {
			seed,
			planned: plannedOrder(lastLook, seed)
		},
		attempt: ATTEMPT,
		gate: {
			version: GATE_VERSION,
			source: GATE_SOURCE,
			node: process.version,
			platform: `${process.platform}-${process.arch}`
		},
		host: describeHost(),
		end: "running"
	};
}
// src/commands/shell.ts
/** The first of NAME, NAME-2, NAME-3, ... that does not exist in the working directory. */
function freshFolder(name) {
	for (let i = 1;; i += 1) {
		const folder = resolve(i === 1 ? name : `${name}-${i}`);
		if (!existsSync(folder)) return folder;
	}
}
/** Makes progress lines with the seconds since now; text from outside is escaped. */
function progressLines() {
	const startMs = nowMs();
	return (text) => `[${((nowMs() - startMs) / 1e3).toFixed(1).padStart(6)} s] ${escapeTerminal(text)}\n`;
}
/** A lost terminal (SIGHUP) ends the gate as SIGTERM does: its servers have sessions of their own and would live on. */
const ENDINGS = {
	SIGINT: "SIGINT",
	SIGTERM: "SIGTERM",
	SIGHUP: "SIGTERM"
};
/**
* Runs a job with a signal that aborts at the first SIGINT, SIGTERM or SIGHUP, so that it can stop its servers and close
* its bundle; a second one kills the servers and ends the process at once.
*/
async function interruptible(job) {
	const controller = new AbortController();
	const onSignal = (name) => {
		const ending = ENDINGS[name];
		if (controller.signal.aborted) {
			killEverything();
			process.exit(EXIT[ending]);
		}
		process.stderr.write(`${name}: stopping the servers and closing the bundle\n`);
		controller.abort(ending);
	};
	for (const name of Object.keys(ENDINGS)) process.on(name, onSignal);
	process.on("exit", killEverything);
	try {
		return await job(controller.signal);
	} finally {
		for (const name of Object.keys(ENDINGS)) process.off(name, onSignal);
		process.off("exit", killEverything);
	}
}
// src/commands/run.ts
/** The gate outside GitHub: read, preflight, run, judge, print. Gives the verdict's exit code. */
async function runPlan(request) {
	const progressLine = progressLines();
	const inputs = await readInputs(request.planFile, request.workingDirectory);
	const session = newSession(inputs);
	for (const text of inputs.announcements) process.stderr.write(progressLine(text));
	const { judgement, exitCode } = await interruptible((signal) => gate({
		inputs,
		session,
		out: request.out,
		gatePath: request.place.gatePath,
		writerUrl: request.place.writerUrl,
		signal,
		progressLine,
		progress: (text) => process.stderr.write(progressLine(text))
	}));
	process.stdout.write(request.json ? toJson(judgement) : renderTerminal(judgement));
	return exitCode;
}
const run = {
	name: "run",
	usage: "run PLAN [--out DIR] [--json]",
	does: "judges a candidate server against a baseline: the whole gate, outside GitHub",
	options: {
		out: { type: "string" },
		json: { type: "boolean" }
	},
	positionals: ["PLAN"],
	run: ({ values, positionals: [planFile = ""], place }) => runPlan({
		planFile,
		workingDirectory: process.cwd(),
		out: typeof values["out"] === "string" ? resolve(values["out"]) : freshFolder("goodput-bundle"),
		json: values["json"] === true,
		place
	})
};
// src/commands/demo.ts
const DEMO_VALUES = `Demo values, chosen for a minute on two cores: two classes at 20 requests/s, a window of 5 s with 105 requests,
a target of 85 %, one look after 3 pairs, max_lag_share 2 %. A real plan has a longer trace and the defaults.
`;
/**
* The whole gate with nothing installed: two simulated servers behind real HTTP and one frozen trace. The candidate
* raises the prefill token budget from 512 to 8,192, which helps throughput and TTFT and pauses everybody else's answer.
*/
const demo = {
	name: "demo",
	usage: "demo [--same] [--out DIR] [--json]",
	does: "judges a simulated server whose larger prefill budget hurts its users (FAIL, exit 3), or itself with --same (PASS)",
	options: {
		same: { type: "boolean" },
		out: { type: "string" },
		json: { type: "boolean" }
	},
	positionals: [],
	run: async ({ values, place }) => {
		const same = values["same"] === true;
		const folder = join(place.fixtures, "demo");
		process.stderr.write(DEMO_VALUES);
		const out = typeof values["out"] === "string" ? resolve(values["out"]) : freshFolder("goodput-demo");
		const exitCode = await runPlan({
			planFile: join(folder, same ? "same.yml" : "goodput.yml"),
			workingDirectory: folder,
			out,
			json: values["json"] === true,
			place
		});
		const intended = same ? EXIT.PASS : EXIT.FAIL;
		const saying = exitCode === intended ? `exit ${exitCode} is what this demo intends` : `exit ${exitCode}, where this demo intends ${intended}: the report says why`;
		process.stderr.write(`The bundle is in ${out} (read comment.md in it first); ${saying}.\n`);
		return exitCode;
	}
};
// src/trace/starter.ts
/** Words of the starter prompts: plain, different, and of no use as a shared prefix. */
const SUBJECTS = [
	"a lighthouse",
	"a night train",
	"tidal power",
	"a library cat",
	"bread ovens",
	"the spleen",
	"map making",
	"glaciers"
];
const TASKS = [
	"Explain",
	"Summarise what is known about",
	"Write a short scene around",
	"List three facts on",
	"Compare two views of"
];
const DETAILS = [
	"for a curious child",
	"for an engineer who is new to it",
	"in a calm and plain tone",
	"with one concrete number",
	"and say what is still unknown",
	"as if it were a letter to a friend",
	"and mention a common mistake",
	"with an example from daily life"
];
const LEAD_LINES = 10;
/**
* A first trace for a server nobody has a trace for: `lines` different short prompts, arrivals with Erlang-2 gaps
* (CV 0.71) at `rateRps`, the first and last ten lines as lead-in and lead-out. A start, not a workload: the figures
* hold for it alone. The same arguments give the same bytes.
*/
function starterTrace(lines, rateRps) {
	const random = stream("starter", "trace");
	const cohort = lines - 20;
	const leadInMs = 1e3 * Math.ceil(LEAD_LINES / rateRps);
	const leadOutMs = leadInMs;
	const windowMs = 1e3 * Math.ceil(cohort / rateRps);
	const dueMs = [
		...arrivals(LEAD_LINES, -leadInMs, leadInMs),
		...arrivals(cohort, 0, windowMs),
		...arrivals(LEAD_LINES, windowMs, leadOutMs)
	];
	const pick = (from) => from[random.below(from.length)] ?? "";
	/** `count` due times in [startMs, startMs + spanMs): Erlang-2 gaps scaled to fill the span. */
	function arrivals(count, startMs, spanMs) {
		const gaps = Array.from({ length: count + 1 }, () => random.exponential(1) + random.exponential(1));
		const total = gaps.reduce((sum, gap) => sum + gap, 0);
		let at = 0;
		return gaps.slice(0, count).map((gap) => {
			at += gap;
			return startMs + Math.floor(at / total * spanMs);
		});
	}
	return {
		text: dueMs.map((due, i) => {
			const long = random.below(4) === 0;
			const content = [
				`Request ${i + 1}.`,
				`${pick(TASKS)} ${pick(SUBJECTS)} ${pick(DETAILS)}.`,
				...Array.from({ length: long ? 8 : random.below(3) }, () => `Then ${pick(TASKS).toLowerCase()} ${pick(SUBJECTS)} ${pick(DETAILS)}.`)
			].join(" ");
			const maxTokens = long ? 24 + random.below(24) : 16 + random.below(32);
			return `${JSON.stringify({
				id: `s${String(i + 1).padStart(3, "0")}`,
				due_ms: due,
				class: long ? "long" : "short",
				messages: [{
					role: "user",
					content
				}],
				max_tokens: maxTokens,
				params: { temperature: 0 }
			})}\n`;
		}).join(""),
		windowMs,
		leadInMs,
		leadOutMs
	};
}
// src/commands/table.ts
/** Finds and runs the command of `argv`. Refusals go to stderr as problems with exit code 1; faults of the gate with 70. */
async function runCommand(commands, argv, place) {
	try {
		return await dispatch(commands, argv, place);
	} catch (error) {
		if (error instanceof ProblemError) {
			process.stderr.write(`${escapeTerminal(error.message)}\n`);
			return EXIT.refused;
		}
		return internalError(error);
	} finally {
		killEverything();
	}
}
/** A fault of the gate itself, said on stderr; no server outlives it. Gives the exit code. */
function internalError(error) {
	killEverything();
	const detail = error instanceof Error ? error.stack ?? error.message : String(error);
	process.stderr.write(`internal error of goodput-gate ${GATE_VERSION}: ${escapeTerminal(detail)}\n`);
	process.stderr.write("What was measured so far stays in the bundle, which reads as INVALID. Please report this.\n");
	return EXIT.internalError;
}
async function dispatch(commands, argv, place) {
	const [name, ...rest] = argv;
	if (name === void 0 || name === "--help" || name === "help") {
		process.stdout.write(help(commands));
		return name === void 0 ? EXIT.refused : 0;
	}
	if (name === "--version") {
		process.stdout.write(`${GATE_VERSION}\n`);
		return 0;
	}
	const command = commands.find((candidate) => candidate.name === name);
	if (command === void 0) {
		const names = commands.map((candidate) => candidate.name);
		throw refusal(name, "is no command", `one of ${names.join(", ")}`, suggestion(name, names, ""));
	}
	if (rest.includes("--help")) {
		process.stdout.write(`goodput-gate ${command.usage}\n  ${command.does}\n`);
		return 0;
	}
	return command.run({
		...parse(command, rest),
		place
	});
}
function parse(command, argv) {
	const names = Object.keys(command.options);
	const { tokens } = parseArgs({
		args: argv,
		options: command.options,
		allowPositionals: true,
		strict: false,
		tokens: true
	});
	const values = {};
	const positionals = [];
	const problems = [];
	for (const token of tokens) {
		if (token.kind === "positional") positionals.push(token.value);
		if (token.kind !== "option") continue;
		const option = command.options[token.name];
		if (option === void 0) problems.push(...refusal(token.rawName, `is no option of ${command.name}`, `one of ${names.map((n) => `--${n}`).join(", ") || "none"}`, suggestion(token.name, names, "--")).problems);
		else if (option.type === "string" && (token.value === void 0 || token.value === "")) problems.push(...refusal(token.rawName, "needs a value", `goodput-gate ${command.usage}`, `write ${token.rawName} VALUE`).problems);
		else if (option.type === "boolean" && token.value !== void 0) problems.push(...refusal(token.rawName, "takes no value", `goodput-gate ${command.usage}`, `write ${token.rawName} alone`).problems);
		else values[token.name] = token.value ?? true;
	}
	if (positionals.length !== command.positionals.length) {
		const found = positionals.length === 0 ? "got no argument" : `got ${positionals.map((word) => `'${word}'`).join(" ")}`;
		problems.push(...refusal(command.name, found, `goodput-gate ${command.usage}`, "give exactly these").problems);
	}
	if (problems.length > 0) throw new ProblemError(problems);
	return {
		values,
		positionals
	};
}
/** A refusal of something on the command line. */
function refusal(what, message, expected, remedy) {
	return new ProblemError([{
		file: what,
		message,
		expected,
		remedy
	}]);
}
function suggestion(given, names, prefix) {
	const near = nearest(given, names);
	return near === null ? "see goodput-gate --help" : `did you mean ${prefix}${near}?`;
}
function help(commands) {
	const lines = commands.map((command) => `  ${command.usage}\n      ${command.does}`);
	return `goodput-gate ${GATE_VERSION}: do as many users still get a complete, correct, timely answer?\n\n${lines.join("\n")}\n\nExit codes: 0 PASS, 1 refused, 2 INVALID, 3 FAIL, 4 INCONCLUSIVE, 130/143 interrupted, 70 internal error.\n`;
}
// src/commands/init.ts
const LINES = 200;
const PROBES = 5;
const PROBE_TOKENS = 32;
/** Longest waits for the list of models and for one single answer, ms. */
const MODELS_MS = 1e4;
const PROBE_MS = 6e4;
/**
* From a running server to the first verdict: asks it for its models, times a few single answers, and writes a plan, a
* launch to fill in, and a frozen starter trace whose load and limits leave that server wide room.
*/
const init = {
	name: "init",
	usage: "init --url URL [--out DIR] [--model NAME]",
	does: "writes a plan, launches and a frozen starter trace for a server that runs; prints the command that judges it against itself",
	options: {
		url: { type: "string" },
		out: { type: "string" },
		model: { type: "string" }
	},
	positionals: [],
	run: async ({ values, place }) => {
		const url = originOf(values["url"]);
		const out = resolve(typeof values["out"] === "string" ? values["out"] : "goodput");
		const agent = loadAgent(1e4);
		try {
			const models = await listModels(url, agent);
			const model = typeof values["model"] === "string" ? values["model"] : models[0] ?? "";
			if (!models.includes(model)) throw refusal("--model", `${JSON.stringify(model)} is not served at ${url}`, `one of ${models.join(", ")}`, "name one of them");
			const singleMs = await timeSingleAnswers(url, model, agent, PROBE_MS);
			const names = writeFiles(out, url, model, singleMs);
			process.stdout.write(`${model} at ${url}: a single answer of ${PROBE_TOKENS} tokens took ${singleMs.toFixed(0)} ms (slowest of ${PROBES}).\n`);
			process.stdout.write(`Wrote ${names.map((name) => fromHere(join(out, name))).join(", ")}.\n`);
			process.stdout.write("Judge this server against itself (it should PASS):\n\n");
			process.stdout.write(`  node ${fromHere(place.gatePath)} run ${fromHere(join(out, "goodput.yml"))}\n`);
			return 0;
		} finally {
			await agent.destroy();
		}
	}
};
/** A path as a person would type it here. */
function fromHere(path) {
	const short = relative(process.cwd(), path);
	return short.startsWith("..") ? path : short;
}
function originOf(value) {
	const expected = "a server that speaks the OpenAI chat API, for example --url http://127.0.0.1:8000";
	if (typeof value !== "string") throw refusal("--url", "is missing", expected, "name the running server");
	const url = URL.canParse(value) ? new URL(value) : null;
	if (url === null || url.protocol !== "http:" && url.protocol !== "https:") throw refusal("--url", `${JSON.stringify(value)} is not an http address`, expected, "write the whole address, with http://");
	if (url.username !== "" || url.password !== "") throw refusal("--url", "holds credentials", expected, "leave them out: `request.api_key_env` is the place for a key");
	if (url.pathname !== "/" || url.search !== "" || url.hash !== "") throw refusal("--url", `${JSON.stringify(value)} holds more than a server's address`, expected, `write ${url.origin}: the gate adds \`/v1/...\` itself`);
	return url.origin;
}
async function listModels(url, agent) {
	const path = "/v1/models";
	try {
		const { status, text } = await ask(agent, {
			url,
			method: "GET",
			path,
			timeoutMs: MODELS_MS
		});
		if (status !== 200) throw new Error(`HTTP ${status}`);
		const { data } = JSON.parse(text);
		return data.map((entry) => entry.id);
	} catch (error) {
		throw refusal("--url", `no models at ${url}: ${sayError(error)}`, `a JSON list of models at ${url}${path}`, "start the server, and give the address it listens on");
	}
}
/** Slowest of a few answers to a server that has nothing else to do, ms. An answer may take `limitMs`. */
async function timeSingleAnswers(url, model, agent, limitMs) {
	let slowest = 0;
	for (let i = 0; i < PROBES; i += 1) {
		const body = JSON.stringify({
			model,
			messages: [{
				role: "user",
				content: `Probe ${i + 1}: describe a quiet harbour in the morning.`
			}],
			max_tokens: PROBE_TOKENS,
			temperature: 0
		});
		const start = nowMs();
		const fault = await answerFault(agent, url, body, limitMs);
		if (fault !== null) throw refusal("--url", `${fault} to a chat completion`, "an answered request", "see the server's log");
		slowest = Math.max(slowest, nowMs() - start);
	}
	return slowest;
}
async function answerFault(agent, url, body, timeoutMs) {
	const headers = requestHeaders(null);
	try {
		const { status, text } = await ask(agent, {
			url,
			method: "POST",
			path: CHAT_PATH,
			headers,
			body,
			timeoutMs
		});
		return status === 200 ? null : `HTTP ${status} ${text.slice(0, 200)}`;
	} catch (error) {
		return sayError(error);
	}
}
/** Writes the three files and their manifest; gives their names. */
function writeFiles(out, url, model, singleMs) {
	const rateRps = Math.min(4, Math.max(.2, Math.floor(5e3 / singleMs) / 10));
	const trace = starterTrace(LINES, rateRps);
	const sha256 = createHash("sha256").update(trace.text).digest("hex");
	const files = {
		"goodput.yml": planText(url, model, singleMs, trace, sha256),
		"serve.yml": LAUNCH,
		"starter.jsonl": trace.text,
		"starter.manifest.json": toJson({
			source: "goodput-gate init: synthetic prompts, Erlang-2 arrivals; a start, not a workload",
			sha256,
			lines: LINES,
			rateRps,
			windowMs: trace.windowMs,
			leadInMs: trace.leadInMs,
			leadOutMs: trace.leadOutMs,
			forcedLengths: false
		})
	};
	for (const name of Object.keys(files)) if (existsSync(join(out, name))) throw refusal("--out", `${join(out, name)} exists already`, "a folder without these files", "choose another with --out, or remove it");
	for (const [name, text] of Object.entries(files)) writeWhole(join(out, name), text);
	return Object.keys(files);
}
/** Rounds a limit up to two figures, so that nobody reads precision into a suggestion. */
function roomy(ms) {
	const step = ms < 100 ? 10 : ms < 1e3 ? 100 : 1e3;
	return Math.ceil(ms / step) * step;
}
function planText(url, model, singleMs, trace, sha256) {
	const ttftMs = roomy(Math.max(200, 2 * singleMs));
	const gapMs = roomy(Math.max(200, singleMs));
	return `# What counts as good, fixed before the run. Written by \`goodput-gate init\`; the limits leave wide room to what was
# measured (one answer of ${PROBE_TOKENS} tokens: ${singleMs.toFixed(0)} ms). Put in what your users need.
version: 1
arms:
  # Both arms are the server that runs now: a check of the gate itself. To judge a change, let the gate start the
  # servers: {checkout: base, launch: serve.yml} and {checkout: head, launch: serve.yml}.
  baseline: {url: ${JSON.stringify(url)}}
  candidate: {url: ${JSON.stringify(url)}}
request:
  model: ${JSON.stringify(model)}
  timeout: ${roomy(Math.max(1e4, 10 * singleMs)) / 1e3}s
workload:
  trace: starter.jsonl
  sha256: ${sha256}
  window: ${trace.windowMs / 1e3}s
  lead_in: ${trace.leadInMs / 1e3}s
  lead_out: ${trace.leadOutMs / 1e3}s
  warmup: 5s
slo:
  - {id: everyone, ttft: ${ttftMs}ms, max_gap: ${gapMs}ms, attainment: 90%}
comparison:
  looks: [3, 4, 6, 8]
  expect_identical: true
validity: {max_lag_share: 2%}
`;
}
const LAUNCH = `# How one arm starts, read from its own checkout. {port} and {model} are filled in by the gate.
start: [vllm, serve, "{model}", --port, "{port}"]
ready: {path: /health, timeout: 300s}
stop: {signal: SIGTERM, grace: 10s}
`;
// src/report/diff.ts
const MAX_LEAVES = 3;
const MAX_VALUE = 80;
/**
* One line for every clause and top-level field of `a` that `b` has otherwise: `goodput: outcome "PASS" -> "FAIL"`, at
* most three leaves each and a count of the rest. Empty when both hold the same.
*/
function differingClauses(a, b) {
	const { clauses: left, ...fieldsLeft } = a;
	const { clauses: right, ...fieldsRight } = b;
	const fields = Object.entries(fieldsLeft).flatMap(([name, value]) => line(name, leaves(value, fieldsRight[name])));
	const ids = [...new Set([...left, ...right].map(({ id }) => id))];
	const lines = [...fields, ...ids.flatMap((id) => clauseLine(id, find(left, id), find(right, id)))];
	const order = (clauses) => clauses.map(({ id }) => id).join("\n");
	return lines.length === 0 && order(left) !== order(right) ? ["clauses: the same, in another order"] : lines;
}
function clauseLine(id, left, right) {
	const name = `clause ${id}`;
	if (left === void 0) return [`${readable(name)}: only in the second`];
	if (right === void 0) return [`${readable(name)}: only in the first`];
	return line(name, leaves(left, right));
}
function line(name, found) {
	if (found.length === 0) return [];
	const more = found.length - MAX_LEAVES;
	return [`${readable(name)}: ${found.slice(0, MAX_LEAVES).join("; ")}${more > 0 ? `; and ${more} more` : ""}`];
}
/** Every leaf that differs, as `path before -> after`; the path is empty for the value itself. */
function leaves(left, right, path = "") {
	if (isBranch(left) && isBranch(right) && Array.isArray(left) === Array.isArray(right)) return [.../* @__PURE__ */ new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => leaves(left[key], right[key], path === "" ? key : `${path}.${key}`));
	if (left === right) return [];
	return [`${path === "" ? "" : `${readable(path)} `}${shown(left)} -> ${shown(right)}`];
}
function isBranch(value) {
	return typeof value === "object" && value !== null;
}
function find(clauses, id) {
	return clauses.find((clause) => clause.id === id);
}
function shown(value) {
	return value === void 0 ? "missing" : readable(JSON.stringify(value));
}
function readable(text) {
	return oneLine(cap(text, MAX_VALUE));
}
// src/commands/judge.ts
/**
* Recomputes `judgement.json` from the rest of the bundle. Writes it where it is missing; where it exists and differs
* the differing clauses are printed, the file is left and the exit code is 1, unless `--write` replaces it.
*/
const judgeCommand = {
	name: "judge",
	usage: "judge BUNDLE [--reparse] [--write] [--json]",
	does: "recomputes the verdict from a bundle, offline; --reparse rebuilds requests.jsonl from raw.bin first",
	options: {
		reparse: { type: "boolean" },
		write: { type: "boolean" },
		json: { type: "boolean" }
	},
	positionals: ["BUNDLE"],
	run: async ({ values, positionals: [bundle = ""] }) => {
		const write = values["write"] === true;
		const { evidence, differing } = readBundle(bundle, {
			reparse: values["reparse"] === true,
			write
		});
		const judgement = judge(evidence);
		const path = join(bundle, "judgement.json");
		const text = toJson(judgement);
		process.stdout.write(values["json"] === true ? text : renderTerminal(judgement));
		const complaints = differing.map((file) => `${file}: raw.bin gives other records than the file holds`);
		const onDisk = readPlain(path);
		if (write || !onDisk.ok && onDisk.fault === "is missing") writeDerived(path, text);
		else if (!onDisk.ok) complaints.push(`judgement.json ${onDisk.fault}`);
		else if (!onDisk.value.equals(Buffer.from(text))) complaints.push(...differences(onDisk.value, judgement));
		for (const complaint of complaints) process.stderr.write(`${escapeTerminal(oneLine(`differs: ${complaint}`))}\n`);
		if (complaints.length === 0) return judgement.exitCode;
		process.stderr.write("The files were left as they are; --write replaces them.\n");
		return EXIT.refused;
	}
};
function differences(onDisk, judgement) {
	const parsed = judgementSchema.safeParse(parseOrNull(onDisk.toString("utf8")));
	if (!parsed.success) return ["judgement.json is not a judgement of this version"];
	const clauses = differingClauses(parsed.data, judgement);
	return clauses.length > 0 ? clauses : ["judgement.json holds the same judgement in other bytes"];
}
function parseOrNull(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
// src/commands/report.ts
/** Recomputes the comment and the page from the rest of the bundle. */
const reportCommand = {
	name: "report",
	usage: "report BUNDLE",
	does: "recomputes comment.md and report.html from a bundle, offline",
	options: {},
	positionals: ["BUNDLE"],
	run: async ({ positionals: [bundle = ""] }) => {
		const { evidence } = readBundle(bundle);
		const judgement = judge(evidence);
		const files = {
			"comment.md": renderComment(judgement, evidence.session),
			"report.html": renderPage(judgement, evidence.session)
		};
		for (const [name, text] of Object.entries(files)) {
			writeDerived(join(bundle, name), text);
			process.stdout.write(`${join(bundle, name)}\n`);
		}
		return 0;
	}
};
// src/sim/cost.ts
/**
* Llama 3.1 8B in BF16 on one H100. Parameter counts follow from the model's shape, efficiencies from the published
* experiments; simulator reference, section 2.
*/
const H100_8B = {
	bodyParams: 6979321856,
	lmHeadParams: 525336576,
	layers: 32,
	dModel: 4096,
	streamedWeightBytes: 15009316864,
	kvBytesPerToken: 131072,
	etaCompute: .75,
	peakFlops: 9894e11,
	etaMemory: .85,
	hbmBw: 335e10,
	stepOverheadS: .001,
	tokenBudget: 8192,
	maxNumSeqs: 1024,
	kvCapacityTokens: 43e4,
	blockSize: 16
};
/**
* Duration of one step in seconds: the overhead plus the slower of compute and memory traffic (simulator reference,
* section 6). A chunk reads its earlier context once, however many tokens it computes.
*
* With whole-number constants every sum is an integer below 2^53, so the order of the chunks doesn't change a bit.
*/
function stepDurationS(constants, chunks) {
	let tokens = 0;
	let logits = 0;
	let pairs = 0;
	let context = 0;
	for (const { newTokens, contextTokens, samples } of chunks) {
		tokens += newTokens;
		if (samples) logits += 1;
		pairs += newTokens * contextTokens + newTokens * (newTokens + 1) / 2;
		context += contextTokens;
	}
	const flops = 2 * constants.bodyParams * tokens + 2 * constants.lmHeadParams * logits + 4 * constants.layers * constants.dModel * pairs;
	const bytes = constants.streamedWeightBytes + constants.kvBytesPerToken * (context + tokens);
	return constants.stepOverheadS + Math.max(flops / (constants.etaCompute * constants.peakFlops), bytes / (constants.etaMemory * constants.hbmBw));
}
// src/sim/chat.ts
/** A request that the server answers with an error of OpenAI's shape. */
var RequestError = class extends Error {
	status;
	constructor(status, message) {
		super(message);
		this.name = "RequestError";
		this.status = status;
	}
	get body() {
		const type = this.status === 404 ? "NotFoundError" : "BadRequestError";
		return { error: {
			message: this.message,
			type,
			param: null,
			code: this.status
		} };
	}
};
/** vLLM's default where a request names no limit and the model sets none. */
const DEFAULT_MAX_TOKENS = 16;
/**
* Reads the body of `POST /v1/chat/completions`.
*
* @throws RequestError 400 when the body is no JSON, has no messages with words or no sound `max_tokens`; 404 when it
*   asks for a model other than `servedModel`.
*/
function readChatRequest(text, servedModel) {
	const { model, messages, max_tokens: maxTokens, stream, stream_options: streamOptions } = parseObject(text);
	if (model !== void 0 && model !== servedModel) throw new RequestError(404, `The model \`${String(model)}\` does not exist; this server serves \`${servedModel}\`.`);
	const prompt = readPrompt(messages);
	const promptTokens = prompt.match(/\S+/g)?.length ?? 0;
	if (promptTokens === 0) throw new RequestError(400, "`messages` hold no word; at least one is needed.");
	const limit = maxTokens ?? DEFAULT_MAX_TOKENS;
	if (typeof limit !== "number" || !Number.isSafeInteger(limit) || limit < 1) throw new RequestError(400, `\`max_tokens\` is ${JSON.stringify(limit)}; expected a whole number of at least 1.`);
	const includeUsage = isObject(streamOptions) && streamOptions["include_usage"] === true;
	return {
		promptTokens,
		promptHash: hash(prompt),
		maxTokens: limit,
		stream: stream === true,
		includeUsage
	};
}
function parseObject(text) {
	let body;
	try {
		body = JSON.parse(text);
	} catch (error) {
		throw new RequestError(400, `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	if (!isObject(body)) throw new RequestError(400, "The body is not a JSON object.");
	return body;
}
/** The contents of all messages, one after the other; a content is text or a list of text parts. */
function readPrompt(messages) {
	if (!Array.isArray(messages) || messages.length === 0) throw new RequestError(400, "`messages` is missing or empty; expected a list of messages.");
	return messages.map((message, index) => {
		const content = isObject(message) ? message["content"] : void 0;
		const texts = (Array.isArray(content) ? content : [{ text: content }]).map((part) => isObject(part) ? part["text"] : void 0);
		if (texts.every((text) => typeof text === "string")) return texts.join("\n");
		throw new RequestError(400, `\`messages[${index}].content\` is neither text nor a list of text parts.`);
	}).join("\n");
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** FNV-1a over UTF-16 code units, 32 bits. */
function hash(text) {
	let state = 2166136261;
	for (let i = 0; i < text.length; i += 1) state = Math.imul(state ^ text.charCodeAt(i), 16777619);
	return state >>> 0;
}
const WORDS = "amber basin cedar delta ember fjord grove harbor island jasper kettle lagoon meadow nectar orchard pebble quarry river saddle timber umber valley willow yarrow".split(" ");
/** The answer's token at a position: the same prompt always gets the same answer. */
function answerWord(promptHash, position) {
	const mixed = Math.imul(promptHash ^ Math.imul(position + 1, 2654435761), 2246822507) >>> 8;
	return ` ${WORDS[mixed % WORDS.length]}`;
}
/**
* The events that carry one token of a streamed answer, in vLLM's shapes: a role delta just before the first token,
* and the finish reason in the same event as the last one (vllm-project/vllm#35705).
*/
function tokenEvents(head, word, position, last) {
	const role = {
		index: 0,
		delta: {
			role: "assistant",
			content: ""
		},
		logprobs: null,
		finish_reason: null
	};
	const token = {
		index: 0,
		delta: { content: word },
		logprobs: null,
		...last ? {
			finish_reason: "length",
			stop_reason: null
		} : { finish_reason: null }
	};
	return (position === 0 ? [role, token] : [token]).map((choice) => chunkEvent(head, { choices: [choice] }));
}
/** The event that carries the counts: no choice, sent after the last token when `include_usage` asks for it. */
function usageEvent(head, request) {
	return chunkEvent(head, {
		choices: [],
		usage: usageOf(request)
	});
}
const DONE_EVENT = "data: [DONE]\n\n";
function chunkEvent({ id, created, model }, rest) {
	return `data: ${JSON.stringify({
		id,
		object: "chat.completion.chunk",
		created,
		model,
		...rest
	})}\n\n`;
}
/** The answer in one piece, for a request that doesn't stream. */
function wholeAnswer({ id, created, model }, request) {
	return {
		id,
		object: "chat.completion",
		created,
		model,
		choices: [{
			index: 0,
			message: {
				role: "assistant",
				content: Array.from({ length: request.maxTokens }, (_, position) => answerWord(request.promptHash, position)).join("")
			},
			logprobs: null,
			finish_reason: "length",
			stop_reason: null
		}],
		usage: usageOf(request)
	};
}
function usageOf({ promptTokens, maxTokens }) {
	return {
		prompt_tokens: promptTokens,
		total_tokens: promptTokens + maxTokens,
		completion_tokens: maxTokens
	};
}
// src/sim/engine.ts
/**
* One continuous-batching server in virtual time: a token budget per step, chunked prefill mixed with decode, paged KV
* blocks, eviction of the last admitted request with recompute. Rules: simulator reference, sections 5 and 7.
*
* Times are seconds on one clock that the caller owns. A step starts at the virtual end of the step before it, or at
* the arrival that woke an idle server, and never "now": a caller that looks late sees late, but changes nothing.
*/
var Engine = class {
	#constants;
	#totalBlocks;
	#freeBlocks;
	/** End of the last finished step, or a later arrival that woke the idle server. */
	#clockS = 0;
	/** In order of admission. */
	#running = [];
	#waiting = [];
	#step = null;
	constructor(constants) {
		for (const key of [
			"tokenBudget",
			"maxNumSeqs",
			"kvCapacityTokens",
			"blockSize"
		]) if (!isCount(constants[key])) throw new Error(`${key} is ${constants[key]}; expected a whole number of at least 1`);
		this.#constants = constants;
		this.#totalBlocks = Math.floor(constants.kvCapacityTokens / constants.blockSize);
		this.#freeBlocks = this.#totalBlocks;
	}
	/** True when nothing runs, nothing waits and no step is in progress. */
	get idle() {
		return this.#step === null && this.#running.length === 0 && this.#waiting.length === 0;
	}
	/**
	* Hands over a request that arrives at `atS`, after advancing to that time; returns the steps that this finished.
	* An arrival on the very end of a step takes part in the next one.
	*
	* @throws Error naming the request when its lengths are impossible or could never fit the KV pool, and when `atS`
	*   lies before a step that has ended.
	*/
	arrive(request, atS) {
		const { id, isl, osl, cached = 0 } = request;
		this.#validate(id, isl, osl, cached);
		const steps = this.advanceTo(atS);
		if (this.idle) this.#clockS = atS;
		this.#waiting.push({
			id,
			isl,
			osl,
			cached,
			computed: cached,
			generated: 0,
			blocks: 0,
			dropped: false
		});
		return steps;
	}
	/** Forgets a request at `atS`: its blocks are free at once, a step in progress still takes the time it takes. */
	drop(id, atS) {
		const steps = this.advanceTo(atS);
		for (const list of [this.#running, this.#waiting]) {
			const index = list.findIndex((sequence) => sequence.id === id);
			const [sequence] = index < 0 ? [] : list.splice(index, 1);
			if (sequence === void 0) continue;
			sequence.dropped = true;
			this.#release(sequence);
		}
		return steps;
	}
	/** Finishes every step that ends at or before `atS` and returns them in order; begins every step that starts before. */
	advanceTo(atS) {
		if (!(atS >= this.#clockS)) throw new Error(`cannot advance to ${atS} s: the engine's clock is at ${this.#clockS} s`);
		const finished = [];
		for (;;) {
			if (this.#step === null && !this.idle && this.#clockS < atS) this.#step = this.#begin();
			if (this.#step === null || this.#step.endS > atS) return finished;
			finished.push(this.#finish(this.#step));
			this.#step = null;
		}
	}
	/**
	* End of the step in progress, or null when the server is idle. Begins the next step if none is in progress, so hand
	* over every arrival up to the end of the previous one first.
	*/
	nextStepEndS() {
		if (this.idle) return null;
		this.#step ??= this.#begin();
		return this.#step.endS;
	}
	/** Sections 5.3 to 5.6: serve running requests, admit waiting ones, price the step. */
	#begin() {
		const plan = [];
		const evicted = [];
		let budget = this.#constants.tokenBudget;
		for (const sequence of this.#running) {
			if (budget === 0) break;
			const newTokens = Math.min(sequence.isl + sequence.generated - sequence.computed, budget);
			if (!this.#makeRoom(sequence, newTokens, evicted)) break;
			plan.push(this.#schedule(sequence, newTokens));
			budget -= newTokens;
		}
		while (evicted.length === 0 && budget > 0 && this.#running.length < this.#constants.maxNumSeqs) {
			const sequence = this.#waiting[0];
			if (sequence === void 0) break;
			const newTokens = Math.min(sequence.isl + sequence.generated - sequence.computed, budget);
			if (this.#blocksWanted(sequence, newTokens) > this.#freeBlocks) break;
			this.#waiting.shift();
			this.#running.push(sequence);
			plan.push(this.#schedule(sequence, newTokens));
			budget -= newTokens;
		}
		const decodes = plan.filter((chunk) => chunk.newTokens === 1 && chunk.contextTokens > 0).length;
		return {
			startS: this.#clockS,
			endS: this.#clockS + stepDurationS(this.#constants, plan),
			decodes,
			prefillTokens: this.#constants.tokenBudget - budget - decodes,
			running: this.#running.length,
			waiting: this.#waiting.length,
			blocksUsed: this.#totalBlocks - this.#freeBlocks,
			evicted,
			plan
		};
	}
	/** Sections 5.8 to 5.10: emit tokens, remove what has finished, move the clock. */
	#finish({ plan, ...step }) {
		const tokens = [];
		for (const { sequence, newTokens, samples } of plan) {
			if (sequence.dropped) continue;
			sequence.computed += newTokens;
			if (!samples) continue;
			const position = sequence.generated;
			sequence.generated += 1;
			const last = sequence.generated === sequence.osl;
			tokens.push({
				requestId: sequence.id,
				position,
				last
			});
			if (!last) continue;
			this.#running.splice(this.#running.indexOf(sequence), 1);
			this.#release(sequence);
		}
		this.#clockS = step.endS;
		return {
			...step,
			tokens
		};
	}
	/** Evicts from the back of the running list until the chunk fits; false when that took the request itself. */
	#makeRoom(sequence, newTokens, evicted) {
		while (this.#blocksWanted(sequence, newTokens) > this.#freeBlocks) {
			const victim = this.#running.pop();
			if (victim === void 0) throw new Error(`request ${sequence.id} runs but is not in the running list`);
			this.#release(victim);
			victim.computed = victim.cached;
			this.#waiting.unshift(victim);
			evicted.push(victim.id);
			if (victim === sequence) return false;
		}
		return true;
	}
	#schedule(sequence, newTokens) {
		const wanted = this.#blocksWanted(sequence, newTokens);
		sequence.blocks += wanted;
		this.#freeBlocks -= wanted;
		const contextTokens = sequence.computed;
		return {
			sequence,
			newTokens,
			contextTokens,
			samples: contextTokens + newTokens === sequence.isl + sequence.generated
		};
	}
	#blocksWanted(sequence, newTokens) {
		return Math.ceil((sequence.computed + newTokens - sequence.cached) / this.#constants.blockSize) - sequence.blocks;
	}
	#release(sequence) {
		this.#freeBlocks += sequence.blocks;
		sequence.blocks = 0;
	}
	/** A request that fits the pool alone is always scheduled in the end, so refusing the others keeps steps non-empty. */
	#validate(id, isl, osl, cached) {
		if (!isCount(isl)) throw new Error(`request ${id}: isl is ${isl}; expected a whole number of at least 1`);
		if (!isCount(osl)) throw new Error(`request ${id}: osl is ${osl}; expected a whole number of at least 1`);
		if (!Number.isSafeInteger(cached) || cached < 0 || cached >= isl) throw new Error(`request ${id}: cached is ${cached}; expected a whole number from 0 to isl - 1 = ${isl - 1}`);
		const peakTokens = isl + osl - 1 - cached;
		const blocks = Math.ceil(peakTokens / this.#constants.blockSize);
		if (blocks <= this.#totalBlocks) return;
		throw new Error(`request ${id}: its ${peakTokens} tokens need ${blocks} KV blocks, but the pool has ${this.#totalBlocks}: it could never be scheduled; shorten it or raise the KV capacity`);
	}
};
const isCount = (value) => Number.isSafeInteger(value) && value >= 1;
// src/sim/pacer.ts
/** Timers wake up to a millisecond late, so the last stretch before a step's end is polled. */
const POLL_S = .0013;
/** Now in seconds, on the monotonic clock that the paced engine lives by. */
function nowS() {
	return performance.now() / 1e3;
}
/**
* The engine in real time: hands each token to its request's sink when the token's virtual time has come. A late timer
* delays what is emitted, never the schedule, so lateness doesn't add up.
*/
var Pacer = class {
	#engine;
	#sinks = /* @__PURE__ */ new Map();
	/** One number a step, for the life of the server. */
	#lateMs = [];
	#timer;
	#poll;
	#stopped = false;
	constructor(constants) {
		this.#engine = new Engine(constants);
	}
	/**
	* Hands over a request that arrived at `atS`, a reading of `nowS` no older than the current turn of the event loop.
	*
	* @throws Error when the request could never fit the engine.
	*/
	arrive(request, atS, onToken) {
		const steps = this.#engine.arrive(request, atS);
		this.#sinks.set(request.id, onToken);
		this.#emit(steps);
		this.#arm();
	}
	/** Forgets a request whose client has gone: no further tokens, its blocks are free. */
	drop(id) {
		this.#sinks.delete(id);
		this.#emit(this.#engine.drop(id, nowS()));
		this.#arm();
	}
	stop() {
		this.#stopped = true;
		this.#disarm();
	}
	/** True when no request runs or waits. */
	get idle() {
		return this.#engine.idle;
	}
	get lateness() {
		const sorted = Float64Array.from(this.#lateMs).sort();
		const rank = (p) => sorted[Math.ceil(p * sorted.length) - 1] ?? null;
		return {
			steps: sorted.length,
			p50Ms: rank(.5),
			p99Ms: rank(.99),
			maxMs: rank(1)
		};
	}
	#emit(steps) {
		for (const { endS, tokens } of steps) {
			this.#lateMs.push((nowS() - endS) * 1e3);
			for (const token of tokens) {
				this.#sinks.get(token.requestId)?.(token);
				if (token.last) this.#sinks.delete(token.requestId);
			}
		}
	}
	/** Sees to it that one wake-up is pending while a step is in progress. */
	#arm() {
		if (this.#stopped || this.#timer !== void 0 || this.#poll !== void 0) return;
		const endS = this.#engine.nextStepEndS();
		if (endS === null) return;
		const waitS = endS - nowS();
		if (waitS > POLL_S) this.#timer = setTimeout(() => this.#look(), (waitS - POLL_S) * 1e3);
		else this.#poll = setImmediate(() => this.#look());
	}
	#disarm() {
		clearTimeout(this.#timer);
		clearImmediate(this.#poll);
		this.#timer = void 0;
		this.#poll = void 0;
	}
	#look() {
		this.#disarm();
		this.#emit(this.#engine.advanceTo(nowS()));
		this.#arm();
	}
};
// src/sim/http.ts
/**
* The simulated engine behind an OpenAI-compatible server on real sockets. A prompt's tokens are its white-space
* separated words; an answer has exactly `max_tokens` tokens, one SSE event each. Nothing is ever cached or compressed.
*
* @throws the listen error, for example EADDRINUSE.
*/
async function startSimulatedServer(options) {
	const pacer = new Pacer(options.constants);
	const chat = chatHandler(options.model, pacer);
	const created = Math.floor(Date.now() / 1e3);
	const models = {
		object: "list",
		data: [{
			id: options.model,
			object: "model",
			created,
			owned_by: "simulated"
		}]
	};
	const routes = {
		"POST /v1/chat/completions": chat,
		"GET /v1/models": (_, response) => sendJson(response, 200, models),
		"GET /version": (_, response) => sendJson(response, 200, { version: options.version }),
		"GET /health": (_, response) => response.end(),
		"POST /reset_prefix_cache": (_, response) => response.end()
	};
	const server = createServer$1({
		noDelay: true,
		keepAliveTimeout: 75e3
	}, (request, response) => {
		const route = `${request.method} ${request.url?.split("?")[0]}`;
		const handle = routes[route];
		if (handle !== void 0) handle(request, response);
		else sendError(response, new RequestError(404, `There is no \`${route}\` here.`));
	});
	await new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(options.port, options.host ?? "127.0.0.1", resolve);
	});
	return {
		port: server.address().port,
		get idle() {
			return pacer.idle;
		},
		get lateness() {
			return pacer.lateness;
		},
		close() {
			pacer.stop();
			return new Promise((resolve, reject) => {
				server.close((error) => error === void 0 ? resolve() : reject(error));
				server.closeAllConnections();
			});
		}
	};
}
/** Handles chat completions: reads the body, hands the request to the engine, writes tokens as they come. */
function chatHandler(model, pacer) {
	let serial = 0;
	return (request, response) => {
		const body = [];
		request.on("data", (bytes) => body.push(bytes));
		request.on("end", () => {
			const arrivedS = nowS();
			try {
				const chat = readChatRequest(Buffer.concat(body).toString(), model);
				serial += 1;
				const head = {
					id: `chatcmpl-${serial}`,
					created: Math.floor(Date.now() / 1e3),
					model
				};
				answer({
					serial,
					arrivedS,
					chat,
					head,
					response,
					pacer
				});
			} catch (error) {
				sendError(response, error instanceof RequestError ? error : new RequestError(400, messageOf(error)));
			}
		});
	};
}
/** @throws Error when the request could never fit the engine; nothing has been written then. */
function answer({ serial, arrivedS, chat, head, response, pacer }) {
	const lengths = {
		id: serial,
		isl: chat.promptTokens,
		osl: chat.maxTokens
	};
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
	response.on("close", () => {
		if (!response.writableEnded) pacer.drop(serial);
	});
	if (!chat.stream) return;
	response.writeHead(200, {
		"content-type": "text/event-stream; charset=utf-8",
		"cache-control": "no-cache"
	});
	response.flushHeaders();
}
function sendJson(response, status, body) {
	const bytes = Buffer.from(JSON.stringify(body));
	response.writeHead(status, {
		"content-type": "application/json",
		"content-length": bytes.length
	});
	response.end(bytes);
}
function sendError(response, error) {
	sendJson(response, error.status, error.body);
}
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}
// src/commands/serve.ts
const PROFILES = { "llama-3.1-8b-h100": H100_8B };
/** Options that replace a whole number of the profile. */
const COUNTS = {
	"token-budget": "tokenBudget",
	"kv-capacity-tokens": "kvCapacityTokens",
	"max-num-seqs": "maxNumSeqs"
};
/**
* The simulated engine behind real HTTP, until SIGTERM or SIGINT. Writes one line to stdout when it listens and one when
* it stops, with how late its tokens left.
*/
const serve = {
	name: "serve",
	usage: "serve --port N [--model NAME] [--token-budget N] [--step-overhead-ms N] [--kv-capacity-tokens N] [--max-num-seqs N]",
	does: "runs the simulated engine (continuous batching, an 8B model on one H100) behind real HTTP and SSE",
	options: {
		port: { type: "string" },
		model: { type: "string" },
		profile: { type: "string" },
		"token-budget": { type: "string" },
		"step-overhead-ms": { type: "string" },
		"kv-capacity-tokens": { type: "string" },
		"max-num-seqs": { type: "string" }
	},
	positionals: [],
	run: async ({ values }) => {
		const port = readPort(values);
		const constants = readConstants(values);
		const model = text(values, "model") ?? "simulated-llama-3.1-8b";
		const server = await listen(port, model, constants);
		const stopped = nextSignal();
		console.log(`simulated engine at http://127.0.0.1:${server.port}: model ${model}, ${constants.tokenBudget} tokens a step, ${constants.stepOverheadS * 1e3} ms step overhead`);
		await stopped;
		const { lateness } = server;
		await server.close();
		console.log(formatLateness(lateness));
		return 0;
	}
};
async function listen(port, model, constants) {
	try {
		return await startSimulatedServer({
			port,
			model,
			version: `simulated-${GATE_VERSION}`,
			constants
		});
	} catch (error) {
		throw refusal("--port", `cannot listen on 127.0.0.1:${port}: ${error instanceof Error ? error.message : String(error)}`, "a free port of this machine", "choose another port, or 0 for any free one");
	}
}
function readPort(values) {
	const given = text(values, "port");
	if (given !== void 0 && isWhole(given, 0) && Number(given) <= 65535) return Number(given);
	throw new ProblemError([badValue("port", given, "a port number from 0 (any free port) to 65535")]);
}
/** The profile's constants with every option applied, or every bad option at once. */
function readConstants(values) {
	const name = text(values, "profile") ?? "llama-3.1-8b-h100";
	const profile = PROFILES[name];
	const problems = [];
	if (profile === void 0) problems.push(badValue("profile", name, Object.keys(PROFILES).join(" or ")));
	const overrides = {};
	for (const [option, constant] of Object.entries(COUNTS)) {
		const given = text(values, option);
		if (given === void 0) continue;
		if (isWhole(given, 1)) overrides[constant] = Number(given);
		else problems.push(badValue(option, given, "a whole number of at least 1"));
	}
	const overhead = text(values, "step-overhead-ms");
	if (overhead !== void 0 && /^\d+(\.\d+)?$/.test(overhead)) overrides.stepOverheadS = Number(overhead) / 1e3;
	else if (overhead !== void 0) problems.push(badValue("step-overhead-ms", overhead, "milliseconds, 0 or more"));
	if (profile === void 0 || problems.length > 0) throw new ProblemError(problems);
	return {
		...profile,
		...overrides
	};
}
function text(values, option) {
	const value = values[option];
	return typeof value === "string" ? value : void 0;
}
function isWhole(given, least) {
	return /^\d+$/.test(given) && Number.isSafeInteger(Number(given)) && Number(given) >= least;
}
function badValue(option, found, expected) {
	const message = found === void 0 ? "is missing" : `is ${JSON.stringify(found)}`;
	return {
		file: `--${option}`,
		message,
		expected,
		remedy: `give --${option} such a value`
	};
}
function nextSignal() {
	return new Promise((resolve) => {
		const stop = () => {
			process.off("SIGTERM", stop);
			process.off("SIGINT", stop);
			resolve();
		};
		process.on("SIGTERM", stop);
		process.on("SIGINT", stop);
	});
}
function formatLateness({ steps, p50Ms, p99Ms, maxMs }) {
	if (p50Ms === null || p99Ms === null || maxMs === null) return "simulated engine stopped: no step was run";
	return `simulated engine stopped: emission late by ${p50Ms.toFixed(2)} ms p50, ${p99Ms.toFixed(2)} p99, ${maxMs.toFixed(2)} max of ${steps} steps`;
}
// src/cli.ts
/** Entry of the command line. Paths of sibling files are taken here: in a shared module they would point elsewhere. */
const place = {
	gatePath: fileURLToPath(import.meta.url),
	writerUrl: new URL("./writer.js", import.meta.url),
	fixtures: fileURLToPath(new URL("../fixtures/", import.meta.url))
};
const commands = [
	demo,
	init,
	run,
	judgeCommand,
	reportCommand,
	serve
];
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.on("uncaughtException", (error) => process.exit(internalError(error)));
process.exit(await runCommand(commands, process.argv.slice(2), place));
export {};
