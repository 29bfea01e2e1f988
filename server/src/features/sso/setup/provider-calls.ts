import type { HandlerInput } from '#contract/endpoint.ts';
import type { addProvider, rereadProvider, testProvider } from '#contract/sso.ts';
import { record } from '../../../kernel/security/audit.ts';
import { memberOf, transact, type Scope } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { sendOff } from '../departure.ts';
import {
  ReadingFailed,
  readingRefusal,
  readOidcAddress,
  readSamlAddress,
  readSamlText,
  rereadMetadata,
} from '../provider-reading.ts';
import {
  selectProvider,
  updateMetadata,
  updateReadError,
  type ProviderRow,
} from '../sso.queries.ts';
import { countProviders, insertProvider, type NewProvider } from './setup.queries.ts';

/** Enough for a school with several faculties' own providers; each is a button on the login page. */
const providersMax = 10;
/** Set-up calls of a school that make this server call another one. */
const readings = { max: 60, seconds: 900 } as const;

/** Attributes that providers of each kind send under these names by themselves, or by a common profile. */
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

/** Reads a provider and keeps it, switched off. */
export const addProviderAs = async (scope: Scope, input: Added): Promise<{ id: string }> => {
  await countUse(scope, 'sso:setup', readings);
  const provider = await readNew(scope, input).catch((error: unknown) => {
    scope.log.warn({ err: error }, 'sign-on metadata was not read');
    throw readingRefusal(error);
  });
  return transact(scope, async (context) => {
    if ((await countProviders(context.db)) >= providersMax) throw problem('sso_too_many_providers');
    const id = await insertProvider(
      context.db,
      context.school.school_id,
      provider,
      context.clock.now(),
    );
    await record(context, 'sign_on_changed', { what: 'added', provider: provider.name });
    return { id: String(id) };
  });
};

const providerOf = async (scope: Scope, text: string): Promise<ProviderRow> => {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  const provider = await transact(scope, ({ db }) => selectProvider(db, id), { readOnly: true });
  if (provider === undefined) throw problem('not_found');
  return provider;
};

/** Reads what a provider publishes again. What was read before stays when it fails. */
export const rereadProviderAs = async (
  scope: Scope,
  input: HandlerInput<typeof rereadProvider>,
): Promise<{ ok: true }> => {
  await countUse(scope, 'sso:setup', readings);
  const provider = await providerOf(scope, input.provider);
  try {
    const metadata = await rereadMetadata(scope.outbound, provider);
    if (metadata !== null)
      await transact(scope, ({ db }) =>
        updateMetadata(db, provider.id, metadata, scope.clock.now()),
      );
  } catch (error) {
    if (error instanceof ReadingFailed)
      await transact(scope, ({ db }) => updateReadError(db, provider.id, error.why));
    throw readingRefusal(error);
  }
  return { ok: true };
};

/** Begins a test sign-on in the admin's browser. */
export const testProviderAs = async (
  scope: Scope,
  input: HandlerInput<typeof testProvider>,
  transport: Transport,
): Promise<{ location: string }> => {
  const admin = memberOf(scope);
  const provider = await providerOf(scope, input.provider);
  const location = await sendOff(scope, transport, provider, {
    returnTo: '/admin/sign-on',
    testedBy: admin.userId,
  });
  if (location === null) throw problem('sso_incomplete');
  return { location };
};
