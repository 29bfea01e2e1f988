/* The launch messages of the test platform, as in the documentation of 1EdTech, Canvas and Moodle. Shares no code with our tool. */

export type Claims = Record<string, unknown>;

export const clientId = '10000000000007';
export const deployment = '1:8865aa05b4b79b64a91a86042e43af5ea8ae79eb';
export const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;
export const dl = (name: string) => `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`;

/** The content of the next launches, by the login hint. */
export interface Message {
  /** The documentation whose format the claims have. */
  shape: 'core' | 'canvas' | 'moodle';
  user: { sub: string; name?: string; email?: string; sourcedId?: string };
  roles: string[];
  course?: { id: string; label: string; title: string; sectionCode?: string };
  target?: string;
  /** A deep linking request. The platform expects its data back unchanged. */
  deepLink?: { data?: string; accepts?: string[] };
  /** Overrides claims. Null removes one. */
  claims?: Claims;
  /** A fault of the signature. */
  crooked?: 'other_key' | 'unknown_key' | 'none' | 'hmac' | 'altered';
  /** Uses the previous message's nonce instead of the current one. */
  oldNonce?: boolean;
  /** Responds with this error instead. */
  error?: string;
}

/** The platform-specific claims. */
const shapes: Record<Message['shape'], (message: Message, at: string, now: number) => Claims> = {
  // https://www.imsglobal.org/spec/lti/v1p3/, appendix D.1 ("Example LtiResourceLinkRequest")
  core: ({ user, course }) => ({
    aud: [clientId],
    azp: clientId,
    [claim('tool_platform')]: {
      guid: 'ex/48bbb541-ce55-456e-8b7d-ebc59a38d435',
      contact_email: 'support@platform.example.edu',
      name: 'My Platform',
      product_family_code: 'ExamplePlatformVendor-Product',
      version: '1.0',
    },
    [claim('launch_presentation')]: { document_target: 'iframe', height: 320, width: 240 },
    [claim('lis')]: {
      person_sourcedid: user.sourcedId ?? 'example.edu:71ee7e42-f6d2-414a-80db-b69ac2defd4',
      course_offering_sourcedid: 'example.edu:SI182-F16',
      course_section_sourcedid: course?.sectionCode ?? 'example.edu:SI182-001-F16',
    },
  }),
  // https://developerdocs.instructure.com/services/canvas/external-tools/lti/file.launch_overview and the token at
  // https://gist.github.com/westonkd/893d18f8a1bb36cb79d0a24324475fe6: one audience, an hour, variables left as they are
  canvas: ({ user, course }, at, now) => ({
    aud: clientId,
    azp: clientId,
    exp: now + 3_600,
    errors: { errors: {} },
    locale: 'en',
    [claim('tool_platform')]: {
      guid: 'vBoGCzFzKeKgVN4L7ONKZaFNf9crHYJWyUhdJ2YI:canvas-lms',
      name: 'Demo campus',
      version: 'cloud',
      product_family_code: 'canvas',
      validation_context: null,
      errors: { errors: {} },
    },
    [claim('launch_presentation')]: {
      document_target: 'iframe',
      return_url: `${at}/courses/3/external_content/success/external_tool_redirect`,
      locale: 'en',
      validation_context: null,
    },
    [claim('custom')]: {},
    [claim('lti11_legacy_user_id')]: '8f8a41ad2be2f6a8a3e2e8c0b4de48b0fbcd14d7',
    [claim('lti1p1')]: { user_id: '8f8a41ad2be2f6a8a3e2e8c0b4de48b0fbcd14d7' },
    [claim('lis')]: {
      person_sourcedid: user.sourcedId ?? '$Person.sourcedId',
      course_offering_sourcedid: course?.sectionCode ?? '$CourseSection.sourcedId',
      validation_context: null,
      errors: { errors: {} },
    },
  }),
  // https://docs.moodle.org/en/LTI_1.3_support, and what mod/lti/locallib.php sends (lti_build_request, lti_sign_jwt): a lifetime of a
  // minute, empty texts, and extensions
  moodle: ({ user, course }, at, now) => ({
    aud: clientId,
    exp: now + 60,
    [claim('tool_platform')]: {
      guid: 'moodle.example.edu',
      name: 'Demo',
      description: 'Demo campus',
      product_family_code: 'moodle',
      version: '2026041400',
    },
    [claim('launch_presentation')]: {
      locale: 'en',
      document_target: 'iframe',
      return_url: `${at}/mod/lti/return.php?course=3&launch_container=3&instanceid=2&sesskey=x`,
    },
    [claim('ext')]: { user_username: user.name?.toLowerCase() ?? '', lms: 'moodle-2' },
    [claim('lis')]: {
      person_sourcedid: user.sourcedId ?? '',
      course_section_sourcedid: course?.sectionCode ?? '',
    },
  }),
};

/** Returns the claims of a message. */
export const claimsOf = (
  message: Message,
  { at, now, nonce, target: shown }: { at: string; now: number; nonce: string; target: string },
): Claims => {
  const { user, course, target, deepLink } = message;
  const all: Claims = {
    iss: at,
    sub: user.sub,
    iat: now,
    exp: now + 300,
    nonce,
    ...(user.name !== undefined && {
      name: user.name,
      given_name: user.name.split(' ')[0],
      family_name: user.name.split(' ').at(-1),
    }),
    ...(user.email !== undefined && { email: user.email }),
    [claim('message_type')]:
      deepLink === undefined ? 'LtiResourceLinkRequest' : 'LtiDeepLinkingRequest',
    [claim('version')]: '1.3.0',
    [claim('deployment_id')]: deployment,
    [claim('target_link_uri')]: target ?? shown,
    [claim('roles')]: message.roles,
    ...(course !== undefined && {
      [claim('context')]: {
        id: course.id,
        label: course.label,
        title: course.title,
        type: ['http://purl.imsglobal.org/vocab/lis/v2/course#CourseOffering'],
      },
      'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
        context_memberships_url: `${at}/courses/${course.id}/names_and_roles`,
        service_versions: ['2.0'],
      },
    }),
    ...(deepLink === undefined
      ? {
          [claim('resource_link')]: {
            id: '200d101f-2c14-434a-a0f3-57c2a42369fd',
            title: 'Campus',
            description: '',
          },
        }
      : {
          // https://www.imsglobal.org/spec/lti-dl/v2p0/, appendix A
          [dl('deep_linking_settings')]: {
            deep_link_return_url: `${at}/deep_links`,
            accept_types: deepLink.accepts ?? ['link', 'ltiResourceLink'],
            accept_presentation_document_targets: ['iframe', 'window'],
            accept_multiple: false,
            auto_create: false,
            title: 'Choose',
            text: '',
            ...(deepLink.data !== undefined && { data: deepLink.data }),
          },
        }),
    ...shapes[message.shape](message, at, now),
    ...message.claims,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
};
