import { changeAnalytics, getAnalytics } from '#contract/analytics.ts';
import { changeFieldRules, getFieldRules } from '#contract/privacy.ts';
import { changeSchoolSharing, getSchoolSharing } from '#contract/sharing.ts';
import {
  changeLayout,
  changeMessaging,
  changeSessionLimits,
  getSchool,
  getSessionLimits,
  removeSchoolPicture,
  setSchoolPicture,
} from '#contract/schools.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { removePictureOfSchool, setPictureOfSchool } from './pictures/pictures.actions.ts';
import {
  changeSharingOfSchool,
  readAnalytics,
  readFieldRules,
  readSchoolSharing,
  readSessionLimits,
  replaceAnalytics,
  replaceFieldRules,
  replaceLayout,
  replaceMessaging,
  replaceSessionLimits,
} from './schools.actions.ts';
import { schoolView } from './schools.views.ts';

export const schoolsHandlers = [
  // The school came with the admission; nothing more is read.
  handleWithoutTransaction(getSchool, async ({ school }) => schoolView(school)),
  handle(getFieldRules, readFieldRules),
  handle(changeFieldRules, replaceFieldRules),
  handle(getSchoolSharing, readSchoolSharing),
  handle(getAnalytics, readAnalytics),
  handle(changeAnalytics, replaceAnalytics),
  handle(changeSchoolSharing, changeSharingOfSchool),
  handle(changeLayout, replaceLayout),
  handle(changeMessaging, replaceMessaging),
  handle(getSessionLimits, readSessionLimits),
  handle(changeSessionLimits, replaceSessionLimits),
  handleWithoutTransaction(setSchoolPicture, setPictureOfSchool),
  handle(removeSchoolPicture, removePictureOfSchool),
];
