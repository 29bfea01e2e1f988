import { randomInt } from 'node:crypto';
import { financeLimits } from '#contract/finances/limits.ts';
import { transact } from '../../../kernel/context.ts';
import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import { codeMail, invitationMail } from './proxies.mails.ts';
import { codeHash, linkOf } from './proxy-secrets.ts';
import { selectOpenProxy, updateCode } from './proxies.queries.ts';

/** These jobs mostly wait for the mail server. */
const mails = { concurrency: 4 };

export const proxiesJobs = [
  /** The link is computed again here, so the outbox never contains it. */
  onEvent(
    'finances.invite-proxy',
    'finance_proxy_added',
    async (scope, { proxy, clientId, origin }) => {
      const now = scope.clock.now();
      const row = await transact(scope, ({ db }) => selectOpenProxy(db, proxy, now), {
        readOnly: true,
      });
      if (row === undefined) return;
      const student = `${row.first_name} ${row.last_name}`.trim();
      const link = `${origin}/shared-finances#link=${linkOf(scope, row.user_id, clientId)}`;
      const until = row.last_day;
      await scope.mail.send(invitationMail(scope.school, row, { student, link, until }));
    },
    mails,
  ),

  /** Creates the code and mails it. Only its hash is stored. The previous code becomes invalid. */
  onEvent(
    'finances.send-proxy-code',
    'finance_proxy_code_asked',
    async (scope, { proxy }) => {
      const now = scope.clock.now();
      const code = String(randomInt(0, 100_000_000)).padStart(8, '0');
      const row = await transact(scope, async ({ db }) => {
        const open = await selectOpenProxy(db, proxy, now);
        if (open === undefined) return undefined;
        const endsAt = new Date(now.getTime() + financeLimits.codeMinutes * 60_000);
        await updateCode(db, proxy, codeHash(scope, proxy, code), endsAt);
        return open;
      });
      if (row !== undefined)
        await scope.mail.send(codeMail(scope.school, row, `${code.slice(0, 4)} ${code.slice(4)}`));
    },
    mails,
  ),
];
