/** Node package for each platform. */
export const pinnedNodes: Readonly<Record<string, string>>;
/** Whether a version such as `v26.10.0` is supported. */
export function isNewEnough(version: string): boolean;
/** Runs a TypeScript file with the packaged Node and exits with its exit code. */
export function runScript(script: string, args: readonly string[]): void;
