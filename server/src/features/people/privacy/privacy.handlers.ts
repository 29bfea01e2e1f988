import { changePrivacy, changeStanding, getPrivacy, previewProfile } from '#contract/privacy.ts';
import { handle } from '../../../kernel/handle.ts';
import {
  changeOwnPrivacy,
  changePersonStanding,
  previewOwnProfile,
  readPrivacy,
} from './privacy.actions.ts';

export const privacyHandlers = [
  handle(getPrivacy, readPrivacy),
  handle(changePrivacy, changeOwnPrivacy),
  handle(previewProfile, previewOwnProfile),
  handle(changeStanding, changePersonStanding),
];
