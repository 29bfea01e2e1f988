import { registerPath } from '#contract/lti/kinds.ts';
import type { Documents } from '../../../kernel/http/documents.ts';
import { transact } from '../../../kernel/context.ts';
import { Problem } from '../../../kernel/http/problem.ts';
import { escapeHtml } from '../../../kernel/http/escape-html.ts';
import { countUse, networkOf } from '../../../kernel/security/rate-limits.ts';
import { framePage, frameWords } from '../frame-page.ts';
import { takeInvitation } from '../setup/setup.queries.ts';
import { registerTool, RegistrationFailed, type RegistrationFailure } from './register-tool.ts';

const tries = { max: 60, seconds: 900 } as const;

interface Words {
  readonly done: string;
  readonly doneBody: string;
  readonly failed: string;
  readonly why: Readonly<Record<RegistrationFailure, string>>;
}

const words: Readonly<Record<'en' | 'de' | 'ar', Words>> = {
  en: {
    done: 'Registered',
    doneBody:
      'Staff of the campus have to check the registration under Admin, LTI platforms, and turn it on. You can close this window.',
    failed: 'Not registered',
    why: {
      invitation:
        'This address was already used or has expired. Ask the staff of the campus for a new one.',
      configuration: 'The configuration of the learning platform can’t be read or is incomplete.',
      refused: 'The learning platform refused the registration.',
      already: 'This learning platform is already registered, or the campus has reached its limit.',
      too_many: 'Too many attempts. Wait 15 minutes, then try again.',
    },
  },
  de: {
    done: 'Registriert',
    doneBody:
      'Die Registrierung wartet auf den Campus: Zuständige prüfen sie unter Verwaltung, LTI-Plattformen, und schalten sie ein. Sie können dieses Fenster schließen.',
    failed: 'Nicht registriert',
    why: {
      invitation:
        'Diese Adresse wurde schon verwendet oder ist zu alt. Bitten Sie die Zuständigen des Campus um eine neue.',
      configuration:
        'Die Konfiguration der Lernplattform lässt sich nicht lesen, oder es fehlt etwas Nötiges.',
      refused: 'Die Lernplattform hat die Registrierung abgelehnt.',
      already: 'Diese Lernplattform ist schon registriert, oder der Campus hat zu viele davon.',
      too_many: 'Zu viele Versuche. Warten Sie eine Viertelstunde und versuchen Sie es erneut.',
    },
  },
  ar: {
    done: 'تم التسجيل',
    doneBody:
      'ينتظر التسجيل موافقة الحرم الجامعي: يراجعه الموظفون ضمن الإدارة، منصات LTI، ثم يشغّلونه. يمكنك إغلاق هذه النافذة.',
    failed: 'لم يتم التسجيل',
    why: {
      invitation: 'استُخدم هذا العنوان أو انتهت صلاحيته. اطلب عنوانًا جديدًا من موظفي الحرم الجامعي.',
      configuration: 'تعذرت قراءة إعدادات منصة التعلم، أو ينقصها شيء ضروري.',
      refused: 'رفضت منصة التعلم التسجيل.',
      already: 'منصة التعلم هذه مسجلة بالفعل، أو لدى الحرم الجامعي عدد كبير منها.',
      too_many: 'محاولات كثيرة. انتظر ربع ساعة ثم حاول مرة أخرى.',
    },
  },
};

/**
 * Closes the LMS's frame (https://www.imsglobal.org/spec/lti-dr/v1p0, 3.7.2). The message contains no secret, so any
 * site can receive it.
 */
const closing = `(window.opener||window.parent).postMessage({subject:'org.imsglobal.lti.close'},'*')`;

/**
 * The page for dynamic registration (https://www.imsglobal.org/spec/lti-dr/v1p0, 3.2). Everyone with the one-time
 * address can use it. The registered LMS stays off until staff turn it on.
 */
export const registerDocument: Documents = {
  name: 'lti.register',
  path: `${registerPath}/:invitation`,
  methods: ['GET'],
  open: async (scope, request) => {
    const { tokens, clock, school } = scope;
    const texts = frameWords(school, words);
    const failed = (why: RegistrationFailure) =>
      framePage(school, {
        status: why === 'too_many' ? 429 : 400,
        title: texts.failed,
        body: `<p>${escapeHtml(texts.why[why])} (${why})</p>`,
        script: '',
      });
    try {
      await countUse(scope, `lti-register:${networkOf(request.address)}`, tries);
      const isInvited = await transact(scope, ({ db }) =>
        takeInvitation(db, tokens.hash(request.params['invitation'] ?? ''), clock.now()),
      );
      if (!isInvited) return failed('invitation');
      await registerTool(scope, request.query, request.origin);
    } catch (error) {
      if (error instanceof Problem && error.code === 'too_many_requests') return failed('too_many');
      if (!(error instanceof RegistrationFailed)) throw error;
      scope.log.warn({ code: error.code }, 'an LTI registration failed');
      return failed(error.code);
    }
    return framePage(school, {
      title: texts.done,
      body: `<p>${escapeHtml(texts.doneBody)}</p>`,
      script: closing,
    });
  },
};
