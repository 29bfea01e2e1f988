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
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
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

export const newslettersHandlers = [
  handle(listNewsletters, listOwnNewsletters),
  handle(makeNewsletter, beginNewsletter),
  handle(readNewsletter, readOwnNewsletter),
  handle(changeNewsletter, changeDraft),
  handle(deleteNewsletter, removeNewsletter),
  handle(scheduleNewsletter, schedule),
  handle(withdrawNewsletter, withdraw),
  handle(countNewsletterReach, countReach),
  handleWithoutTransaction(testNewsletter, mailToOneself),
  handleWithoutTransaction(uploadNewsletterPicture, putPicture),
];
