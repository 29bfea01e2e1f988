/** The package of Node for each platform. */
export const pinnedNodes: Readonly<Record<string, string>>;
/** Whether a version such as `v26.10.0` is new enough. */
export function isNewEnough(version: string): boolean;
/** Runs a TypeScript file on the packaged Node and ends as it ends. */
export function runScript(script: string, args: readonly string[]): void;
