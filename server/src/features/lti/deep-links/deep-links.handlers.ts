import { randomUUID } from 'node:crypto';
import * as contract from '#contract/lti/endpoints.ts';
import type { LtiItemKind } from '#contract/lti/kinds.ts';
import { sessionOf } from '../../../kernel/context.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { isClubStaff } from '../../clubs/club-access.ts';
import { clubViewer } from '../../clubs/club-viewer.ts';
import { selectClubPage } from '../../clubs/clubs.queries.ts';
import { seenEvent } from '../../events/event-access.ts';
import { selectSurvey } from '../../surveys/surveys.queries.ts';
import { signAsTool, toolKey } from '../keys/tool-keys.ts';
import { decryptContent } from '../launch/launch-ticket.ts';
import { deleteLaunch, selectLaunch } from '../launch/launch.queries.ts';
import { selectPlatform } from '../lti.queries.ts';
import { insertAnswer } from './deep-links.queries.ts';
import { encryptAnswer } from './return-page.ts';

/** Seconds for which the LMS can fetch and accept an answer. */
const answerSeconds = 300;

/** Returns the title of an item that the caller can see, by type. Throws a 404 otherwise. */
const titleOf: Readonly<Record<LtiItemKind, (call: Call, id: string) => Promise<string>>> = {
  event: async (call, id) => (await seenEvent(call, id)).title,
  club: async (call, id) => {
    const viewer = clubViewer(call, await isClubStaff(call));
    return orNotFound(await selectClubPage(call.db, viewer, idOf(id), call.now)).name;
  },
  survey: async (call, id) => {
    const viewer = { viewer: call.me.userId, isStaff: await isClubStaff(call) };
    const row = await selectSurvey(call.db, viewer, idOf(id));
    return orNotFound(row?.is_seen === true ? row : undefined).title;
  },
};

const pathOf: Readonly<Record<LtiItemKind, string>> = {
  event: '/events/',
  club: '/clubs/',
  survey: '/surveys/',
};

const dl = (name: string) => `https://purl.imsglobal.org/spec/lti-dl/claim/${name}`;
const lti = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;

export const deepLinksHandlers = [
  // The person that the launch signed in chooses from the items they can see.
  handle(contract.createAnswer, async (call, { ticket, item }) => {
    const { userId: me } = sessionOf(call);
    const { db, now, tokens, origin } = call;
    const hash = tokens.hash(ticket);
    const launch = await selectLaunch(db, hash, now);
    if (launch === undefined || launch.user_id !== me) throw problem('lti_ticket_invalid');
    const content = decryptContent(call, launch.content);
    const platform = await selectPlatform(db, launch.platform_id);
    if (content?.deepLink == null || platform === undefined || !platform.is_on)
      throw problem('lti_ticket_invalid');
    const title = item === null ? null : await titleOf[item.kind](call, item.id);
    const { returnUrl, data } = content.deepLink;
    const seconds = Math.floor(now.getTime() / 1_000);
    // https://www.imsglobal.org/spec/lti-dl/v2p0/, section 4.5
    const jwt = await signAsTool(await toolKey(call), {
      iss: platform.client_id,
      aud: platform.issuer,
      iat: seconds,
      exp: seconds + answerSeconds,
      nonce: randomUUID(),
      [lti('deployment_id')]: content.deployment,
      [lti('message_type')]: 'LtiDeepLinkingResponse',
      [lti('version')]: '1.3.0',
      [dl('content_items')]:
        item === null
          ? []
          : [{ type: 'ltiResourceLink', title, url: `${origin}${pathOf[item.kind]}${item.id}` }],
      ...(data !== null && { [dl('data')]: data }),
    });
    await deleteLaunch(db, hash);
    const code = tokens.newToken();
    await insertAnswer(db, call.schoolId, {
      code_hash: tokens.hash(code),
      content: encryptAnswer(call, { returnUrl, jwt }),
      expires_at: new Date(now.getTime() + answerSeconds * 1_000),
    });
    return { code };
  }),
];
