import { electionLimits } from '#contract/elections/limits.ts';
import { memberOf, transact } from '../../../kernel/context.ts';
import type { Documents } from '../../../kernel/http/documents.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countInMemory, networkOf } from '../../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { ballotFileLines, type FileBallot } from '../ballot-file.ts';
import { canSee } from '../elections-access.ts';
import { selectElection } from '../elections.queries.ts';
import { selectBallots, selectResult } from './counting.queries.ts';

const pageSize = 2_000;
/** Downloads from one network. A file with 10,000 ballots takes about 50 ms. */
const reads = { max: 120, seconds: 60 } as const;

/**
 * Serves `GET /api/v1/elections/{id}/ballots`: the signed file of ballots, for anyone who can see the election. With fewer than five
 * ballots, `too_few_ballots`.
 */
export const ballotDocument: Documents = {
  name: 'elections.ballots',
  path: '/api/v1/elections/:id/ballots',
  methods: ['GET'],
  readsSession: true,
  open: async (scope, { params, address }) => {
    await countInMemory(
      scope,
      `ballot-files:${scope.school.school_id}:${networkOf(address)}`,
      reads,
    );
    const body = await transact(
      scope,
      async (context) => {
        const { userId } = memberOf(context);
        const row = orNotFound(await selectElection(context.db, userId, idOf(params['id'] ?? '')));
        if (!(await canSee(context, row))) throw problem('not_found');
        const found = await selectResult(context.db, row.id);
        if (found?.state !== 'published' || found.file_header === null || found.results === null)
          throw problem('election_open');
        if ((found.ballots ?? 0) < electionLimits.ballots)
          throw problem('too_few_ballots', { min: electionLimits.ballots });
        const pages = async function* (): AsyncGenerator<FileBallot> {
          for (let after = ''; ;) {
            const ballots = await selectBallots(context.db, row.id, { after, size: pageSize });
            yield* ballots;
            if (ballots.length < pageSize) return;
            after = ballots.at(-1)?.receipt ?? after;
          }
        };
        let text = '';
        const lines = ballotFileLines({
          header: found.file_header,
          ballots: pages(),
          results: found.results,
          // The school signed the file after the count, and may have a new key by now.
          sign: () => Buffer.from(found.signature ?? '', 'base64url'),
        });
        for await (const line of lines) text += line;
        return text;
      },
      { readOnly: true },
    );
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Content-Disposition': `attachment; filename="ballots-${params['id'] ?? ''}.ndjson"`,
        'Cache-Control': 'private, no-store',
      },
      body,
    };
  },
};
