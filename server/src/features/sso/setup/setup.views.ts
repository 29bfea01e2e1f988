import type { SsoError } from '#contract/sso/errors-shown.ts';
import type { SsoProvider, SsoTest } from '#contract/sso/endpoints.ts';
import type { Scope } from '../../../kernel/context.ts';
import { faceView } from '../../people/people.views.ts';
import { urlsOf } from '../provider-redirect.ts';
import type { OidcMetadata } from '../oidc.ts';
import { shownCertificate, type SamlMetadata } from '../saml-metadata.ts';
import type { SetupRow } from './setup.queries.ts';

/** The stored form of `test`. */
interface StoredTest {
  readonly at: string;
  readonly outcome: SsoError | 'signs_in' | 'makes_person';
  readonly attributes: { name: string; value: string }[];
}

const testView = (row: SetupRow): SsoTest | null => {
  if (row.test === null) return null;
  const { at, outcome, attributes } = row.test as StoredTest;
  return { at, outcome, attributes, person: row.test_person && faceView(row.test_person) };
};

const readView = (row: SetupRow): Pick<SsoProvider, 'endpoints' | 'certificates'> => {
  if (row.kind === 'saml') {
    const { signOnUrl, certificates } = row.metadata as SamlMetadata;
    return {
      endpoints: [{ use: 'sign_on', url: signOnUrl }],
      certificates: certificates.map(shownCertificate),
    };
  }
  const metadata = row.metadata as OidcMetadata;
  const endpoints = [
    { use: 'authorization' as const, url: metadata.authorization_endpoint },
    { use: 'token' as const, url: metadata.token_endpoint },
    { use: 'keys' as const, url: metadata.jwks_uri },
    { use: 'userinfo' as const, url: metadata.userinfo_endpoint },
  ];
  return {
    endpoints: endpoints.flatMap(({ use, url }) => (url === undefined ? [] : [{ use, url }])),
    certificates: [],
  };
};

/** Returns a provider as admins see it, without its secret. */
export const providerView = (scope: Pick<Scope, 'origin'>, row: SetupRow): SsoProvider => {
  const { callback, acs, entityId } = urlsOf(scope, row);
  return {
    id: String(row.id),
    // The table's check constraints and our own code allow only these values.
    kind: row.kind as SsoProvider['kind'],
    readError: row.read_error as SsoProvider['readError'],
    matchBy: row.match_by as SsoProvider['matchBy'],
    name: row.name,
    isOn: row.is_on,
    issuer: row.issuer,
    ...readView(row),
    metadataUrl: row.metadata_url,
    readAt: row.read_at.toISOString(),
    clientId: row.client_id,
    hasClientSecret: row.client_secret !== null,
    identifierClaim: row.identifier_claim,
    firstNameClaim: row.first_name_claim,
    lastNameClaim: row.last_name_claim,
    emailClaim: row.email_claim,
    makesPeople: row.makes_people,
    allowsUnasked: row.allows_unasked,
    isTested: row.tested_at !== null,
    test: testView(row),
    callbackUrl: row.kind === 'saml' ? acs : callback,
    entityId,
    people: row.people,
  };
};
