import type { HandlerInput } from '#contract/endpoint.ts';
import type { changeProvider, deleteProvider, requireSso, SsoSetup } from '#contract/sso.ts';
import { record } from '../../../kernel/security/audit.ts';
import { type Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { faceView } from '../../people/people.views.ts';
import { secretPlace } from '../departure.ts';
import { readingRefusal, readSamlText, ReadingFailed } from '../provider-reading.ts';
import { isSsoRequired, type ProviderRow } from '../sso.queries.ts';
import {
  deleteProviderRow,
  hasOtherReady,
  lockSetup,
  selectAdmins,
  selectFallbacks,
  selectProviderToChange,
  selectSetup,
  updateProvider,
  updateRequirement,
} from './setup.queries.ts';
import { providerView } from './setup.views.ts';

const idOf = (text: string): number => (/^\d{1,16}$/.test(text) ? Number(text) : 0);

/** The whole set-up. */
export const readSetupAs = async (context: Context): Promise<SsoSetup> => {
  const { db } = context;
  return {
    providers: (await selectSetup(db)).map((row) => providerView(context, row)),
    isRequired: await isSsoRequired(db),
    fallbacks: (await selectFallbacks(db)).map(String),
    admins: (await selectAdmins(db)).map(faceView),
  };
};

const toChange = async ({ db }: Context, text: string): Promise<ProviderRow> => {
  await lockSetup(db);
  const provider = await selectProviderToChange(db, idOf(text));
  if (provider === undefined) throw problem('not_found');
  return provider;
};

/** Where sign-on is required, the last way in stays. */
const refuseLastWay = async ({ db }: Context, provider: ProviderRow): Promise<void> => {
  if (provider.is_on && (await isSsoRequired(db)) && !(await hasOtherReady(db, provider.id)))
    throw problem('sso_still_required');
};

const columns = {
  name: 'name',
  isOn: 'is_on',
  clientId: 'client_id',
  identifierClaim: 'identifier_claim',
  matchBy: 'match_by',
  firstNameClaim: 'first_name_claim',
  lastNameClaim: 'last_name_claim',
  emailClaim: 'email_claim',
  makesPeople: 'makes_people',
  allowsUnasked: 'allows_unasked',
} as const;

/** What decides whether a sign-on works and whom it signs in: a change asks for a new test. */
const tested = ['clientId', 'clientSecret', 'identifierClaim', 'matchBy', 'metadata'] as const;
/** Of these, what nobody has to change in a hurry. Secrets and certificates end; the named admins can put a wrong one right. */
const settled = ['clientId', 'identifierClaim', 'matchBy'] as const;

const readReplacement = (provider: ProviderRow, xml: string, isHttpAllowed: boolean): object => {
  try {
    if (provider.kind !== 'saml') throw new ReadingFailed('content');
    const read = readSamlText(xml, isHttpAllowed);
    if (read.issuer !== provider.issuer) throw new ReadingFailed('issuer_changed');
    return read;
  } catch (error) {
    throw readingRefusal(error);
  }
};

/** Changes what is sent. */
export const changeProviderAs = async (
  context: Context,
  input: HandlerInput<typeof changeProvider>,
): Promise<{ ok: true }> => {
  const { db, tokens, school, clock } = context;
  const provider = await toChange(context, input.provider);
  const { clientSecret, metadata, provider: _, ...plain } = input;
  const asksTest = tested.some((name) => input[name] !== undefined);
  if (input.isOn === false || settled.some((name) => input[name] !== undefined))
    await refuseLastWay(context, provider);
  const hasClient =
    (provider.client_id ?? input.clientId) != null &&
    (provider.client_secret ?? clientSecret) != null;
  if (input.isOn === true && provider.kind === 'oidc' && !hasClient)
    throw problem('sso_incomplete');
  await updateProvider(db, provider.id, {
    ...Object.fromEntries(
      Object.entries(plain)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [columns[name as keyof typeof columns], value]),
    ),
    ...(clientSecret !== undefined && {
      client_secret: tokens.encrypt(secretPlace(school.school_id, provider.id), clientSecret),
    }),
    // What came by file stays as it is; a file in place of an address ends the daily reading.
    ...(metadata !== undefined && {
      metadata: JSON.stringify(
        readReplacement(provider, metadata, context.origin.startsWith('http:')),
      ),
      metadata_url: null,
      read_at: clock.now(),
      read_error: null,
    }),
    ...(asksTest && { tested_at: null }),
  });
  const name = input.name ?? provider.name;
  const fields = Object.keys(input).filter((key) => key !== 'provider' && key !== 'isOn');
  if (fields.length > 0)
    await record(context, 'sign_on_changed', { what: 'changed', provider: name, changed: fields });
  if (input.isOn !== undefined && input.isOn !== provider.is_on)
    await record(context, 'sign_on_changed', { what: input.isOn ? 'on' : 'off', provider: name });
  return { ok: true };
};

/** Removes a provider. People stay; whom its subjects were is forgotten. */
export const deleteProviderAs = async (
  context: Context,
  input: HandlerInput<typeof deleteProvider>,
): Promise<{ ok: true }> => {
  const provider = await toChange(context, input.provider);
  await refuseLastWay(context, provider);
  await deleteProviderRow(context.db, provider.id);
  await record(context, 'sign_on_changed', { what: 'deleted', provider: provider.name });
  return { ok: true };
};

/** Switches passwords off for all but some admins, or on again. */
export const changeRequirement = async (
  context: Context,
  input: HandlerInput<typeof requireSso>,
): Promise<{ ok: true }> => {
  const { db, school, clock } = context;
  await lockSetup(db);
  if (input.isRequired && !(await hasOtherReady(db, 0))) throw problem('sso_not_tested');
  const admins = new Set((await selectAdmins(db)).map(({ id }) => String(id)));
  const fallbacks = [...new Set(input.fallbacks)];
  if (input.isRequired && (fallbacks.length === 0 || !fallbacks.every((uid) => admins.has(uid))))
    throw problem('sso_no_fallback');
  await updateRequirement(
    db,
    school.school_id,
    input.isRequired ? fallbacks.map(Number) : null,
    clock.now(),
  );
  await record(context, 'sign_on_changed', {
    what: input.isRequired ? 'required' : 'not_required',
  });
  return { ok: true };
};
