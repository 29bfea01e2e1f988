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
import { route, routeOutside } from '../../kernel/http/route.ts';
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

export const schoolsRoutes = [
  // The school came with the admission; nothing more is read.
  routeOutside(getSchool, async ({ school }) => schoolView(school)),
  route(getFieldRules, readFieldRules),
  route(changeFieldRules, replaceFieldRules),
  route(getSchoolSharing, readSchoolSharing),
  route(getAnalytics, readAnalytics),
  route(changeAnalytics, replaceAnalytics),
  route(changeSchoolSharing, changeSharingOfSchool),
  route(changeLayout, replaceLayout),
  route(changeMessaging, replaceMessaging),
  route(getSessionLimits, readSessionLimits),
  route(changeSessionLimits, replaceSessionLimits),
  routeOutside(setSchoolPicture, setPictureOfSchool),
  route(removeSchoolPicture, removePictureOfSchool),
];
