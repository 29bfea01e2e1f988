/** Starts the host page. A demo server must be running. */
export function startExample(options?: {
  campus?: string;
  port?: number;
  name?: string;
}): Promise<{ address: string; close: () => Promise<void> }>;
