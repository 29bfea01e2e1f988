import { transact, type Scope } from '../../../kernel/context.ts';
import type { Documents } from '../../../kernel/http/documents.ts';
import { escapeHtml } from '../../../kernel/http/escape-html.ts';
import { framePage, frameTexts } from '../frame-page.ts';
import { claimAnswer } from './deep-links.queries.ts';

/** A signed answer, and the LMS address that accepts it. */
interface Answer {
  readonly returnUrl: string;
  readonly jwt: string;
}

type EncryptionScope = Pick<Scope, 'tokens' | 'school'>;

const context = 'lti:answer';

export const encryptAnswer = ({ tokens, school }: EncryptionScope, answer: Answer): string =>
  tokens.encryptFor(school.school_id, context, JSON.stringify(answer));

const decryptAnswer = ({ tokens, school }: EncryptionScope, text: string): Answer | null => {
  const opened = tokens.decryptFor(school.school_id, context, text);
  // `encryptAnswer` wrote this text.
  return opened === null ? null : (JSON.parse(opened) as Answer);
};

const words = {
  en: {
    title: 'Back to the LMS',
    button: 'Continue',
    gone: 'This selection was already sent or has expired. Start again in the LMS.',
  },
  de: {
    title: 'Zurück zur Lernplattform',
    button: 'Weiter',
    gone: 'Diese Auswahl wurde schon gesendet oder ist abgelaufen. Beginne in der Lernplattform noch einmal.',
  },
  ar: {
    title: 'العودة إلى منصة التعلم',
    button: 'متابعة',
    gone: 'أُرسل هذا الاختيار بالفعل أو انتهت صلاحيته. ابدأ من جديد في منصة التعلم.',
  },
} as const;

/**
 * The page that posts an answer to the LMS, in its frame. The app's own pages can't send forms to other sites
 * (page-policy.ts). This page does nothing else, and works once per code. The request body contains the code, so that
 * no URL does.
 */
export const returnDocument: Documents = {
  name: 'lti.return',
  path: '/lti/return',
  methods: ['POST'],
  open: async (scope, request) => {
    const { school, tokens, clock } = scope;
    const texts = frameTexts(school, words);
    const code = new URLSearchParams(request.body).get('code') ?? '';
    const taken = await transact(scope, ({ db }) =>
      claimAnswer(db, tokens.hash(code), clock.now()),
    );
    const answer = taken === null ? null : decryptAnswer(scope, taken);
    if (answer === null)
      return framePage(school, {
        status: 410,
        title: texts.title,
        body: `<p>${escapeHtml(texts.gone)}</p>`,
        script: '',
      });
    return framePage(school, {
      title: texts.title,
      body: `<form method="post" action="${escapeHtml(answer.returnUrl)}"><input type="hidden" name="JWT" value="${escapeHtml(answer.jwt)}"><button>${escapeHtml(texts.button)}</button></form>`,
      script: 'document.forms[0].submit()',
    });
  },
};
