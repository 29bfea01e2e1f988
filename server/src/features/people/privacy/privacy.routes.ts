import { changePrivacy, changeStanding, getPrivacy, previewProfile } from '#contract/privacy.ts';
import { route } from '../../../kernel/http/route.ts';
import {
  changeOwnPrivacy,
  changePersonStanding,
  previewOwnProfile,
  readPrivacy,
} from './privacy.actions.ts';

export const privacyRoutes = [
  route(getPrivacy, readPrivacy),
  route(changePrivacy, changeOwnPrivacy),
  route(previewProfile, previewOwnProfile),
  route(changeStanding, changePersonStanding),
];
