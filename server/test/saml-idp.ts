import * as samlify from 'samlify';
import { generate } from 'selfsigned';

/** The content of a response. A test can change every part. */
export interface SamlContent {
  nameId?: string;
  nameIdFormat?: string;
  employee?: string;
  issuer?: string;
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  /** Seconds from now. */
  notOnOrAfter?: number;
  notBefore?: number;
  /** Signs with the newer of the provider's two keys. */
  key?: 'old' | 'new' | 'stranger';
  /** The signature algorithm, by its name in RFC 6931. */
  algorithm?: string;
}

/** A SAML identity provider based on samlify, a third-party library that our server doesn't use. */
export interface SamlIdp {
  /** Returns the metadata with the certificates of these keys. */
  metadata(keys?: readonly ('old' | 'new')[]): string;
  /** Reads the AuthnRequest from the address of a redirect. Returns the fields of the response form. */
  answer(
    serviceMetadata: string,
    location: string,
    says?: SamlContent,
  ): Promise<{ SAMLResponse: string; RelayState: string }>;
  /** Signs the whole response. To make it valid, first remove the assertion's own signature. */
  signWhole(xml: string): string;
  /** Creates an unsolicited response. */
  unsolicited(serviceMetadata: string, says?: SamlContent): Promise<string>;
}

const entityId = 'https://idp.example.edu/saml';
const template = samlify.SamlLib.defaultLoginResponseTemplate.context;
const attributes =
  '<saml:AttributeStatement><saml:Attribute Name="employee" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xsi:type="xs:string">{Employee}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>';

export const openSamlIdp = async (): Promise<SamlIdp> => {
  samlify.setSchemaValidator({ validate: async () => 'read by the library under test elsewhere' });
  const createKey = () =>
    generate([{ name: 'commonName', value: 'idp.example.edu' }], {
      keySize: 2048,
      algorithm: 'sha256',
    });
  const [old, new_, stranger] = await Promise.all([createKey(), createKey(), createKey()]);
  const keys = { old, new: new_, stranger };
  const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  const idpOf = (
    key: keyof typeof keys,
    certificates: readonly (keyof typeof keys)[] = [key],
    algorithm = sha256,
  ) =>
    samlify.IdentityProvider({
      entityID: entityId,
      privateKey: keys[key].private,
      signingCert: certificates.map((one) => keys[one].cert),
      requestSignatureAlgorithm: algorithm,
      nameIDFormat: ['urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'],
      singleSignOnService: [
        {
          Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          Location: 'https://idp.example.edu/sso',
        },
      ],
      singleLogoutService: [
        {
          Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect',
          Location: 'https://idp.example.edu/slo',
        },
      ],
      loginResponseTemplate: { context: template, attributes: [] },
    });
  const respond = async (
    serviceMetadata: string,
    requestId: string | undefined,
    says: SamlContent,
  ): Promise<string> => {
    const idp = idpOf(says.key ?? 'old', undefined, says.algorithm);
    const service = samlify.ServiceProvider({ metadata: serviceMetadata });
    const acs = String(service.entityMeta.getAssertionConsumerService('post'));
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const inResponseTo = says.inResponseTo ?? requestId;
    const values: Record<string, string> = {
      ID: `_${crypto.randomUUID()}`,
      AssertionID: `_${crypto.randomUUID()}`,
      Destination: acs,
      Audience: says.audience ?? service.entityMeta.getEntityID(),
      SubjectRecipient: says.recipient ?? acs,
      Issuer: says.issuer ?? entityId,
      IssueInstant: at(0),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: at(says.notBefore ?? -5),
      ConditionsNotOnOrAfter: at(says.notOnOrAfter ?? 300),
      SubjectConfirmationDataNotOnOrAfter: at(says.notOnOrAfter ?? 300),
      NameIDFormat: says.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      NameID: says.nameId ?? 'pairwise-1',
      InResponseTo: inResponseTo ?? '',
      AuthnStatement: '',
      Employee: says.employee ?? 'ana',
    };
    const context = await idp.createLoginResponse(
      service,
      { extract: { request: { id: inResponseTo ?? '' } } },
      'post',
      {},
      (text: string) => {
        const whole = text.replace(
          /<saml:AttributeStatement\/>|<saml:AttributeStatement><\/saml:AttributeStatement>|\{AttributeStatement\}/,
          attributes,
        );
        const asked =
          inResponseTo === undefined
            ? whole.replaceAll(' InResponseTo="{InResponseTo}"', '')
            : whole;
        return {
          id: values['ID'] ?? '',
          context: samlify.SamlLib.replaceTagsByValue(asked, values),
        };
      },
    );
    return context.context;
  };
  return {
    metadata: (certificates = ['old']) => idpOf('old', certificates).getMetadata(),
    answer: async (serviceMetadata, location, says = {}) => {
      const { searchParams } = new URL(location);
      const query = { SAMLRequest: searchParams.get('SAMLRequest') ?? '' };
      const { extract } = await idpOf('old').parseLoginRequest(
        samlify.ServiceProvider({ metadata: serviceMetadata }),
        'redirect',
        {
          query,
        },
      );
      return {
        SAMLResponse: await respond(serviceMetadata, String(extract.request?.id), says),
        RelayState: searchParams.get('RelayState') ?? '',
      };
    },
    signWhole: (xml) => {
      const whole = "/*[local-name(.)='Response']";
      return samlify.SamlLib.constructSAMLSignature({
        rawSamlMessage: xml,
        referenceTagXPath: whole,
        privateKey: keys.old.private,
        signatureAlgorithm: sha256,
        signingCert: keys.old.cert.replaceAll(/-----[^-]+-----|\s/g, ''),
        isBase64Output: false,
        signatureConfig: {
          prefix: 'ds',
          location: { reference: `${whole}/*[local-name(.)='Issuer']`, action: 'after' },
        },
      });
    },
    unsolicited: (serviceMetadata, says = {}) => respond(serviceMetadata, undefined, says),
  };
};
