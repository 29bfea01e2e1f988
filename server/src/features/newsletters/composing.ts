import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { newsletterLimits } from '#contract/newsletter-limits.ts';
import { pictureUpload } from '#contract/picture-crop.ts';
import type { testNewsletter, uploadNewsletterPicture } from '#contract/newsletters.ts';
import { memberOf, transact, type Scope } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import {
  BadPicture,
  forMail,
  uploadFormats,
  withPicture,
} from '../../kernel/files/picture-encoding.ts';
import { problem } from '../../kernel/http/problem.ts';
import { withUpload } from '../../kernel/files/upload.ts';
import { selectAddressee } from '../people/people.queries.ts';
import { fileUrl } from '../people/people.views.ts';
import { newsletterMail } from './newsletters.mails.ts';
import { insertNewsletterPicture, selectNewsletter } from './newsletters.queries.ts';
import { pictureLimit, testLimit } from './newsletters.rules.ts';

/** Mails a newsletter to the caller. */
export const mailTest = async (
  scope: Scope,
  { id }: HandlerInput<typeof testNewsletter>,
): Promise<Reply<typeof testNewsletter>> => {
  const me = memberOf(scope).userId;
  await countUse(scope, `newsletter-test:${me}`, testLimit);
  const number = personId(id);
  const [row, person] = await transact(
    scope,
    async ({ db }) =>
      [
        number === null ? undefined : await selectNewsletter(db, number),
        await selectAddressee(db, me),
      ] as const,
    { readOnly: true },
  );
  if (row === undefined || !person?.email) throw problem('not_found');
  const { origin, school } = scope;
  await scope.mail.send(
    newsletterMail(person.email, row, { school, origin, inbox: `${origin}/inbox`, token: null }),
  );
  return { to: person.email };
};

/** Stores a picture for newsletters. Reading, encoding and storing happen outside any transaction. */
export const storePicture = async (
  scope: Scope,
  { upload }: HandlerInput<typeof uploadNewsletterPicture>,
): Promise<Reply<typeof uploadNewsletterPicture>> => {
  const by = memberOf(scope).userId;
  const { school_id: school } = scope.school;
  await countUse(scope, `newsletter-picture:${by}`, pictureLimit);
  return withUpload(`${school}:${by}`, upload, newsletterLimits.pictureBytes, async (bytes) => {
    const {
      bytes: kept,
      width,
      height,
    } = await withPicture(bytes, uploadFormats, (picture) =>
      forMail(picture, newsletterLimits.pictureWidth),
    ).catch((error: unknown) => {
      throw error instanceof BadPicture
        ? problem(`picture_${error.fault}`, { max: pictureUpload.maxPixels / 1e6 })
        : error;
    });
    const file = await scope.files.put(school, kept, 'jpg');
    // What a crash leaves in between the sweep removes.
    await transact(scope, ({ db, clock }) =>
      insertNewsletterPicture(db, { school, name: file, width, height, by, now: clock.now() }),
    );
    return { file, url: fileUrl(file) ?? '', width, height };
  });
};
