import { registerPath } from '#contract/lti/kinds.ts';
import type { Documents } from '../../../kernel/http/documents.ts';
import { transact } from '../../../kernel/context.ts';
import { Problem } from '../../../kernel/http/problem.ts';
import { escapeHtml } from '../../../kernel/http/escape-html.ts';
import { countUse, networkOf } from '../../../kernel/security/rate-limits.ts';
import { framePage, frameTexts } from '../frame-page.ts';
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
      'An admin of the school needs to review this registration under Admin, LMS connections, and turn it on. You can close this window.',
    failed: 'Not registered',
    why: {
      invitation:
        'This address was already used or has expired. Ask an admin of the school for a new one.',
      configuration: 'The LMS configuration can’t be read or is incomplete.',
      refused: 'The LMS refused the registration.',
      already: 'This LMS is already registered, or the school has reached its limit.',
      too_many: 'Too many attempts. Wait 15 minutes, then try again.',
    },
  },
  de: {
    done: 'Registriert',
    doneBody:
      'Die Verwaltung der Hochschule muss die Registrierung unter Verwaltung, Lernplattformen, prüfen und einschalten. Du kannst dieses Fenster schließen.',
    failed: 'Nicht registriert',
    why: {
      invitation:
        'Diese Adresse wurde schon verwendet oder ist abgelaufen. Bitte die Verwaltung der Hochschule um eine neue.',
      configuration:
        'Die Konfiguration der Lernplattform lässt sich nicht lesen oder ist unvollständig.',
      refused: 'Die Lernplattform hat die Registrierung abgelehnt.',
      already:
        'Diese Lernplattform ist schon registriert, oder die Hochschule hat das Limit erreicht.',
      too_many: 'Zu viele Versuche. Warte 15 Minuten und versuche es dann erneut.',
    },
  },
  ar: {
    done: 'تم التسجيل',
    doneBody:
      'يجب أن يراجع أحد مسؤولي الجامعة هذا التسجيل ضمن الإدارة، منصات التعلم، ثم يشغّله. يمكنك إغلاق هذه النافذة.',
    failed: 'لم يتم التسجيل',
    why: {
      invitation: 'استُخدم هذا العنوان أو انتهت صلاحيته. اطلب عنوانًا جديدًا من أحد مسؤولي الجامعة.',
      configuration: 'تعذرت قراءة إعدادات منصة التعلم أو أنها غير مكتملة.',
      refused: 'رفضت منصة التعلم التسجيل.',
      already: 'منصة التعلم هذه مسجلة بالفعل، أو بلغت الجامعة الحد الأقصى.',
      too_many: 'محاولات كثيرة. انتظر 15 دقيقة ثم حاول مرة أخرى.',
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
    const texts = frameTexts(school, words);
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
