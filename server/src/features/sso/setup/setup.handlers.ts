import type { HandlerInput } from '#contract/endpoint.ts';
import {
  addProvider,
  updateProvider,
  deleteProvider,
  readSetup,
  requireSso,
  rereadProvider,
  testProvider,
} from '#contract/sso/endpoints.ts';
import { runOnce } from '../../../kernel/client-results.ts';
import { type Context, type Scope, transact } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { ok, orNotFound, definedOnly, idOf } from '../../../kernel/sql.ts';
import { faceView } from '../../people/people.views.ts';
import { encryptionContext, redirectToProvider } from '../provider-redirect.ts';
import {
  ReadingFailed,
  readingError,
  readOidcAddress,
  readSamlAddress,
  readSamlText,
  rereadMetadata,
} from '../provider-reading.ts';
import {
  isSsoRequired,
  type ProviderRow,
  selectProvider,
  updateMetadata,
  updateReadError,
} from '../sso.queries.ts';
import {
  countProviders,
  deleteProviderRow,
  hasOtherReady,
  insertProvider,
  lockSetup,
  type NewProvider,
  selectAdmins,
  selectFallbacks,
  selectProviderToChange,
  selectSetup,
  updateProviderRow,
  updateRequirement,
} from './setup.queries.ts';
import { providerView } from './setup.views.ts';

const toChange = async ({ db }: Context, text: string): Promise<ProviderRow> => {
  await lockSetup(db);
  const provider = orNotFound(await selectProviderToChange(db, idOf(text)));
  return provider;
};

/** If sign-on is required, the last working provider can't be turned off or removed. */
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

/** Fields that decide whether a sign-on works and who it signs in. A change requires a new test. */
const tested = ['clientId', 'clientSecret', 'identifierClaim', 'matchBy', 'metadata'] as const;
/**
 * Those of these fields that no one needs to change urgently. Secrets and certificates expire, and the fallback admins
 * can correct a wrong one.
 */
const settled = ['clientId', 'identifierClaim', 'matchBy'] as const;

const readReplacement = (provider: ProviderRow, xml: string, isHttpAllowed: boolean): object => {
  try {
    if (provider.kind !== 'saml') throw new ReadingFailed('content');
    const read = readSamlText(xml, isHttpAllowed);
    if (read.issuer !== provider.issuer) throw new ReadingFailed('issuer_changed');
    return read;
  } catch (error) {
    throw readingError(error);
  }
};

/**
 * Maximum number of providers. Each is a button on the login page, and this is enough for a school whose departments
 * have their own.
 */
const providersMax = 10;
/** Limits a school's setup calls that make this server call another one. */
const readings = { max: 60, seconds: 900 } as const;

/** Attributes that providers of each type send by default or by a common profile. */
const usual = {
  oidc: {
    identifier_claim: 'sub',
    first_name_claim: 'given_name',
    last_name_claim: 'family_name',
    email_claim: 'email',
  },
  saml: {
    identifier_claim: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
    first_name_claim: 'urn:oid:2.5.4.42',
    last_name_claim: 'urn:oid:2.5.4.4',
    email_claim: 'urn:oid:0.9.2342.19200300.100.1.3',
  },
} as const;

type Added = HandlerInput<typeof addProvider>;

const readNew = async (scope: Scope, input: Added): Promise<NewProvider> => {
  const { outbound, origin } = scope;
  switch (input.kind) {
    case 'oidc': {
      const issuer = input.issuer.replace(/\/\.well-known\/openid-configuration$/, '');
      const metadata = await readOidcAddress(outbound, issuer);
      return {
        kind: 'oidc',
        name: input.name,
        issuer: metadata.issuer,
        metadata_url: issuer,
        metadata,
        ...usual.oidc,
      };
    }
    case 'saml': {
      const metadata = await readSamlAddress(outbound, input.metadataUrl);
      return {
        kind: 'saml',
        name: input.name,
        issuer: metadata.issuer,
        metadata_url: input.metadataUrl,
        metadata,
        ...usual.saml,
      };
    }
    case 'saml-file': {
      const metadata = readSamlText(input.metadata, origin.startsWith('http:'));
      return {
        kind: 'saml',
        name: input.name,
        issuer: metadata.issuer,
        metadata_url: null,
        metadata,
        ...usual.saml,
      };
    }
  }
};

const providerOf = async (scope: Scope, text: string): Promise<ProviderRow> =>
  orNotFound(await transact(scope, ({ db }) => selectProvider(db, idOf(text)), { readOnly: true }));

export const setupHandlers = [
  handle(readSetup, async (call) => ({
    providers: (await selectSetup(call.db)).map((row) => providerView(call, row)),
    isRequired: await isSsoRequired(call.db),
    fallbacks: (await selectFallbacks(call.db)).map(String),
    admins: (await selectAdmins(call.db)).map(faceView),
  })),

  handle(updateProvider, async (call, input) => {
    const { db, tokens, now, schoolId } = call;
    const provider = await toChange(call, input.provider);
    const { clientSecret, metadata, provider: _, ...plain } = input;
    const asksTest = tested.some((name) => input[name] !== undefined);
    if (input.isOn === false || settled.some((name) => input[name] !== undefined))
      await refuseLastWay(call, provider);
    const hasClient =
      (provider.client_id ?? input.clientId) != null &&
      (provider.client_secret ?? clientSecret) != null;
    if (input.isOn === true && provider.kind === 'oidc' && !hasClient)
      throw problem('sso_incomplete');
    await updateProviderRow(db, provider.id, {
      ...Object.fromEntries(
        Object.entries(definedOnly(plain)).map(([name, value]) => [
          columns[name as keyof typeof columns],
          value,
        ]),
      ),
      ...(clientSecret !== undefined && {
        client_secret: tokens.encrypt(encryptionContext(schoolId, provider.id), clientSecret),
      }),
      // Metadata from a file isn't read again. A file that replaces an address ends the daily reading.
      ...(metadata !== undefined && {
        metadata: JSON.stringify(
          readReplacement(provider, metadata, call.origin.startsWith('http:')),
        ),
        metadata_url: null,
        read_at: now,
        read_error: null,
      }),
      ...(asksTest && { tested_at: null }),
    });
    const name = input.name ?? provider.name;
    const fields = Object.keys(input).filter((key) => key !== 'provider' && key !== 'isOn');
    if (fields.length > 0)
      await record(call, 'sign_on_changed', { what: 'changed', provider: name, changed: fields });
    if (input.isOn !== undefined && input.isOn !== provider.is_on)
      await record(call, 'sign_on_changed', { what: input.isOn ? 'on' : 'off', provider: name });
    return ok;
  }),

  // Removes a provider and the links of its subjects. The people stay.
  handle(deleteProvider, async (call, input) => {
    const provider = await toChange(call, input.provider);
    await refuseLastWay(call, provider);
    await deleteProviderRow(call.db, provider.id);
    await record(call, 'sign_on_changed', { what: 'deleted', provider: provider.name });
    return ok;
  }),

  handle(requireSso, async (call, input) => {
    const { db, now, schoolId } = call;
    await lockSetup(db);
    if (input.isRequired && !(await hasOtherReady(db, 0))) throw problem('sso_not_tested');
    const admins = new Set((await selectAdmins(db)).map(({ id }) => String(id)));
    const fallbacks = [...new Set(input.fallbacks)];
    if (input.isRequired && (fallbacks.length === 0 || !fallbacks.every((uid) => admins.has(uid))))
      throw problem('sso_no_fallback');
    await updateRequirement(db, schoolId, input.isRequired ? fallbacks.map(Number) : null, now);
    await record(call, 'sign_on_changed', {
      what: input.isRequired ? 'required' : 'not_required',
    });
    return ok;
  }),

  // Reads a provider's metadata and adds it, turned off. This waits for the provider.
  handleWithoutTransaction(addProvider, async (call, input) => {
    await countUse(call, 'sso:setup', readings);
    const provider = await readNew(call, input).catch((error: unknown) => {
      call.log.warn({ err: error }, 'could not read sign-on metadata');
      throw readingError(error);
    });
    const add = async (context: Context) => {
      const { db, school, clock } = context;
      if ((await countProviders(db)) >= providersMax) throw problem('sso_too_many_providers');
      const id = await insertProvider(db, school.school_id, provider, clock.now());
      await record(context, 'sign_on_changed', { what: 'added', provider: provider.name });
      return { id: String(id) };
    };
    return transact(call, (context) => runOnce(context, addProvider, input, () => add(context)));
  }),

  // Reads a provider's metadata again. If it fails, the stored metadata stays.
  handleWithoutTransaction(rereadProvider, async (call, input) => {
    await countUse(call, 'sso:setup', readings);
    const provider = await providerOf(call, input.provider);
    try {
      const metadata = await rereadMetadata(call.outbound, provider);
      if (metadata !== null)
        await transact(call, ({ db }) =>
          updateMetadata(db, provider.id, metadata, call.clock.now()),
        );
    } catch (error) {
      if (error instanceof ReadingFailed)
        await transact(call, ({ db }) => updateReadError(db, provider.id, error.why));
      throw readingError(error);
    }
    return ok;
  }),

  handleWithoutTransaction(testProvider, async (call, input, transport) => {
    const provider = await providerOf(call, input.provider);
    const location = await redirectToProvider(call, transport, provider, {
      returnTo: '/admin/sign-on',
      testedBy: call.me.userId,
    });
    if (location === null) throw problem('sso_incomplete');
    return { location };
  }),
];
