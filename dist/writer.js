import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { parentPort } from "node:worker_threads";
// src/writer.ts
/**
* Entry of the writer thread: appends stamped blocks to `raw.bin`, so that the measuring thread never waits for a disk.
*/
let fd = -1;
function handle(message) {
	switch (message.do) {
		case "open":
			fd = openSync(message.path, "wx");
			return { did: "open" };
		case "append": {
			const bytes = Buffer.from(message.block, message.start, message.end - message.start);
			for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
			return message.full ? {
				did: "append",
				block: message.block
			} : null;
		}
		case "say":
			say(message.text);
			return null;
		case "close":
			fsyncSync(fd);
			closeSync(fd);
			return { did: "close" };
	}
}
/** A log whose reader went away is no failure of the evidence. */
function say(text) {
	try {
		writeSync(2, text);
	} catch {}
}
parentPort?.on("message", (message) => {
	let answer;
	try {
		answer = handle(message);
	} catch (error) {
		answer = {
			did: "fail",
			message: `${message.do}: ${error instanceof Error ? error.message : String(error)}`
		};
	}
	if (answer !== null) parentPort?.postMessage(answer);
});
export {};
