import * as contract from '#contract/courses/lms.endpoints.ts';
import type { LmsSetup } from '#contract/courses/lms.endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { OutboundError } from '../../../kernel/outbound/outbound.ts';
import { record } from '../../../kernel/security/audit.ts';
import { lockTable } from '../../../kernel/sql.ts';
import * as queries from './connecting.queries.ts';
import { connectors, encryptSecret } from './lms-clients.ts';
import { callbackOf } from './lms-source.ts';
import { endAllGrants, selectSystem } from './lms.queries.ts';

const setupView = async (context: Context): Promise<LmsSetup> => {
  const [system, counts] = await Promise.all([
    selectSystem(context.db),
    queries.selectCounts(context.db),
  ]);
  return {
    system:
      system === undefined
        ? null
        : {
            kind: system.kind,
            name: system.name,
            baseUrl: system.base_url,
            clientId: system.client_id,
            isOn: system.is_on,
          },
    callback: callbackOf(context),
    scopes: [...connectors[system?.kind ?? 'canvas'].scopes],
    ...counts,
  };
};

/** Parses an address for storage: its origin, and a path if the system isn't at the root. */
const readBaseUrl = ({ outbound }: Pick<Context, 'outbound'>, text: string): string => {
  const url = URL.parse(text);
  if (url === null || url.search !== '' || url.hash !== '') throw problem('lms_address');
  try {
    outbound.check(url.href);
  } catch (error) {
    if (error instanceof OutboundError) throw problem('lms_address');
    throw error;
  }
  return url.href.replace(/\/+$/, '');
};

export const lmsSetupHandlers = [
  handle(contract.readLmsSetup, (call) => setupView(call)),

  handle(contract.changeLmsSetup, async (call, input) => {
    const { db, schoolId, now } = call;
    const baseUrl = readBaseUrl(call, input.baseUrl);
    await lockTable(db, 'lms_systems');
    const before = await selectSystem(db);
    const isOther =
      before !== undefined &&
      (before.kind !== input.kind ||
        before.base_url !== baseUrl ||
        before.client_id !== input.clientId);
    // Don't send a client's secret to another system.
    if (input.clientSecret === undefined && (before === undefined || isOther))
      throw problem('lms_secret_needed');
    if (isOther) await endAllGrants(db, schoolId);
    await queries.upsertSystem(db, schoolId, {
      kind: input.kind,
      name: input.name,
      baseUrl,
      clientId: input.clientId,
      clientSecret:
        input.clientSecret === undefined
          ? (before?.client_secret ?? '')
          : encryptSecret(call, input.clientSecret),
      isOn: input.isOn,
      isOther,
      now,
    });
    if (isOther) {
      await queries.updateAllReplaced(db, now);
      call.nudge('lms_grant_left');
    }
    await record(call, 'lms_changed', {
      act: 'set',
      name: input.name,
      host: new URL(baseUrl).host,
    });
    if ((before?.is_on ?? false) !== input.isOn)
      await record(call, 'lms_changed', {
        act: input.isOn ? 'on' : 'off',
        name: input.name,
        host: new URL(baseUrl).host,
      });
    return setupView(call);
  }),

  handle(contract.deleteLmsSetup, async (call) => {
    const { db, schoolId } = call;
    await lockTable(db, 'lms_systems');
    const before = await selectSystem(db);
    if (before !== undefined) {
      await endAllGrants(db, schoolId);
      await queries.deleteSystem(db);
      call.nudge('lms_grant_left');
      await record(call, 'lms_changed', {
        act: 'deleted',
        name: before.name,
        host: new URL(before.base_url).host,
      });
    }
    return setupView(call);
  }),
];
