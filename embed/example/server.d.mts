/** Starts the host page beside a running demo campus. */
export function startExample(options?: {
  campus?: string;
  port?: number;
  name?: string;
}): Promise<{ address: string; close: () => Promise<void> }>;
