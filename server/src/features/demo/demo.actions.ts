import type { Clock } from '../../kernel/clock.ts';
import type { Pool } from '../../kernel/database.ts';
import type { Files } from '../../kernel/files.ts';

export interface DemoParts { pool: Pool; files: Files; env: NodeJS.ProcessEnv; log: (line: string) => void; clock: Clock }

/** Makes the demo campus when it may; answers lines to show at start. */
export const prepareDemo = async (parts: DemoParts): Promise<string[]> => {
  void parts;
  return [];
};
