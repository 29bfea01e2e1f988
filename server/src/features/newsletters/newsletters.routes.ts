import {
  changeNewsletter,
  countNewsletterReach,
  deleteNewsletter,
  listNewsletters,
  makeNewsletter,
  readNewsletter,
  scheduleNewsletter,
  testNewsletter,
  uploadNewsletterPicture,
  withdrawNewsletter,
} from '#contract/newsletters.ts';
import { route, routeOutside } from '../../kernel/http/route.ts';
import {
  beginNewsletter,
  changeDraft,
  countReach,
  listOwnNewsletters,
  readOwnNewsletter,
  removeNewsletter,
  schedule,
  withdraw,
} from './newsletters.actions.ts';
import { mailToOneself, putPicture } from './composing/composing.actions.ts';

export const newslettersRoutes = [
  route(listNewsletters, listOwnNewsletters),
  route(makeNewsletter, beginNewsletter),
  route(readNewsletter, readOwnNewsletter),
  route(changeNewsletter, changeDraft),
  route(deleteNewsletter, removeNewsletter),
  route(scheduleNewsletter, schedule),
  route(withdrawNewsletter, withdraw),
  route(countNewsletterReach, countReach),
  routeOutside(testNewsletter, mailToOneself),
  routeOutside(uploadNewsletterPicture, putPicture),
];
