/**
 * Prints the Node version that the tests run on. A lane that names its major version (`GATE_LANE=20`) is refused on
 * another: a lane that silently runs the wrong Node would test nothing.
 */
export default function checkLane(): void {
  const lane = process.env['GATE_LANE'];
  console.log(`tests run on Node ${process.version}${lane === undefined ? '' : `, lane ${lane}`}`);
  if (lane !== undefined && !process.version.startsWith(`v${lane}.`)) {
    throw new Error(`lane ${lane} must run on Node ${lane}, not on ${process.version}`);
  }
}
