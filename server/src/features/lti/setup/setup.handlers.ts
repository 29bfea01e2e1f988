import * as contract from '#contract/lti/setup.endpoints.ts';
import { beginLogin, launch, readKeys } from '#contract/lti/endpoints.ts';
import { ltiLimits, registerPath } from '#contract/lti/kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { runOnce } from '../../../kernel/client-results.ts';
import { transact, type Context, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { checkQuota, ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { deleteMembers } from '../../courses/enrolling/enrolling.queries.ts';
import { renewToolKey } from '../keys/tool-keys.ts';
import { selectActiveKey } from '../keys/tool-keys.queries.ts';
import { selectPlatform } from '../lti.queries.ts';
import { isForBrowsers } from '../lti.rules.ts';
import * as queries from './setup.queries.ts';
import { courseView, platformView } from './setup.views.ts';

/** Limits changes of a school's LMSs and new keys. */
const changes = { max: 120, seconds: 3_600 } as const;

type Fields = Omit<HandlerInput<typeof contract.updatePlatform>, 'platform' | 'version'>;

/**
 * Returns the columns of a setup. Throws if this server can't call one of the addresses, or if the LMS is on without a
 * deployment.
 */
const columnsOf = (
  { outbound }: Pick<Scope, 'outbound'>,
  input: Fields,
): queries.PlatformColumns => {
  try {
    outbound.check(input.tokenUrl);
    outbound.check(input.keysUrl);
  } catch {
    throw problem('lti_address');
  }
  if (!isForBrowsers(input.authorizationUrl)) throw problem('lti_address');
  const deployments = [...new Set(input.deployments)];
  if (input.isOn && deployments.length === 0) throw problem('lti_deployments_needed');
  return {
    name: input.name,
    authorization_url: input.authorizationUrl,
    token_url: input.tokenUrl,
    token_audience: input.tokenAudience,
    keys_url: input.keysUrl,
    deployments,
    match_by: input.matchBy,
    trusts_emails: input.trustsEmails,
    is_on: input.isOn,
  };
};

export const setupHandlers = [
  handle(contract.readLtiSetup, async ({ db, origin }) => {
    const [platforms, courses, key] = await Promise.all([
      queries.selectPlatforms(db),
      queries.selectCourses(db),
      selectActiveKey(db),
    ]);
    return {
      platforms: platforms.map(platformView),
      courses: courses.map(courseView),
      tool: {
        login: `${origin}${beginLogin.path}`,
        launch: `${origin}${launch.path}`,
        keys: `${origin}${readKeys.path}`,
        domain: new URL(origin).host,
      },
      keyMadeAt: key?.created_at.toISOString() ?? null,
    };
  }),

  // This call can create the school's key, which is slow.
  handleWithoutTransaction(contract.createPlatform, async (call, input) => {
    await countUse(call, 'lti:setup', changes);
    const columns = columnsOf(call, input);
    await renewToolKey(call, { unless: true });
    const add = async (context: Context) => {
      await checkQuota(context.db, 'lti_platforms', ltiLimits.platforms, 'lti_too_many');
      const id = await queries.insertPlatform(
        context.db,
        call.schoolId,
        {
          ...columns,
          issuer: input.issuer,
          client_id: input.clientId,
          is_dynamic: false,
          configuration_host: null,
        },
        call.now,
      );
      if (id === null) throw problem('lti_registered_already');
      await record(context, 'lti_changed', {
        act: 'added',
        name: input.name,
        issuer: input.issuer,
      });
      return { id: String(id) };
    };
    return transact(call, (context) =>
      runOnce(context, contract.createPlatform, input, () => add(context)),
    );
  }),

  handle(contract.updatePlatform, async (call, input) => {
    const before = orNotFound(await selectPlatform(call.db, idOf(input.platform)));
    const columns = columnsOf(call, input);
    if (!(await queries.updatePlatformRow(call.db, before, input.version, columns)))
      throw problem('lti_platform_changed');
    const about = { name: input.name, issuer: before.issuer };
    await record(call, 'lti_changed', { act: 'changed', ...about });
    if (before.is_on !== input.isOn)
      await record(call, 'lti_changed', { act: input.isOn ? 'on' : 'off', ...about });
    return ok;
  }),

  handle(contract.deletePlatform, async (call, input) => {
    const before = orNotFound(await selectPlatform(call.db, idOf(input.platform)));
    for (const { section, people } of await queries.selectBroughtBy(call.db, before.id))
      await deleteMembers(call.db, section, people);
    await queries.deletePlatformRow(call.db, before.id);
    await record(call, 'lti_changed', {
      act: 'deleted',
      name: before.name,
      issuer: before.issuer,
    });
    return ok;
  }),

  handleWithoutTransaction(contract.createInvitation, async (call, input) => {
    await countUse(call, 'lti:setup', changes);
    await renewToolKey(call, { unless: true });
    const token = call.tokens.newToken();
    const expiresAt = new Date(call.now.getTime() + ltiLimits.invitationMinutes * 60_000);
    const add = async (context: Context) => {
      if ((await queries.countPlatforms(context.db)) >= ltiLimits.platforms)
        throw problem('lti_too_many', { max: ltiLimits.platforms });
      await queries.insertInvitation(context.db, call.schoolId, call.tokens.hash(token), expiresAt);
      await record(context, 'lti_changed', { act: 'invited', name: '' });
      return {
        address: `${call.origin}${registerPath}/${token}`,
        expiresAt: expiresAt.toISOString(),
      };
    };
    return transact(call, (context) =>
      runOnce(context, contract.createInvitation, input, () => add(context)),
    );
  }),

  handleWithoutTransaction(contract.renewLtiKey, async (call) => {
    await countUse(call, 'lti:setup', changes);
    await renewToolKey(call, {
      after: (context) => record(context, 'lti_changed', { act: 'key_renewed', name: '' }),
    });
    return ok;
  }),
];
