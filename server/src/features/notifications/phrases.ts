import type { NotificationKind } from '#contract/notifications/keys.ts';

/*
 * Texts of pushes and emails, which are written outside of the web app, in its languages. People's names aren't changed. If nobody can be
 * named, the text says "somebody".
 */

export const spoken = ['en', 'de', 'ar'] as const;
export type Spoken = (typeof spoken)[number];

/** Returns the first preferred language that is supported. */
export const spokenOf = (...wishes: readonly (string | null)[]): Spoken => {
  for (const wish of wishes) {
    const language = wish?.toLowerCase().split('-')[0];
    const found = spoken.find((one) => one === language);
    if (found !== undefined) return found;
  }
  return 'en';
};

interface Phrases {
  readonly dir: 'ltr' | 'rtl';
  readonly somebody: string;
  /** Texts for two people, and for one person and a number of others. */
  readonly both: (one: string, two: string) => string;
  readonly others: (one: string, more: number) => string;
  readonly happened: Readonly<
    Record<NotificationKind, (who: string, isOne: boolean, where: string | null) => string>
  >;
  /** The texts of a push without content, for one and for several notifications. */
  readonly hidden: (count: number) => string;
  readonly subject: (count: number) => string;
  readonly more: (count: number) => string;
  readonly open: string;
  readonly all: string;
  readonly settings: string;
  readonly leave: string;
}

export const phrases: Readonly<Record<Spoken, Phrases>> = {
  en: {
    dir: 'ltr',
    somebody: 'Someone',
    both: (one, two) => `${one} and ${two}`,
    others: (one, more) => `${one} and ${more} ${more === 1 ? 'other' : 'others'}`,
    happened: {
      connection_requested: (who, isOne) =>
        `${who} ${isOne ? 'wants' : 'want'} to connect with you`,
      connection_accepted: (who) => `${who} accepted your connection request`,
      message_written: (who, _, where) =>
        where === null ? `${who} messaged you` : `${who} posted in ${where}`,
      survey_published: (who, _, where) => `${who} sent you the survey “${where ?? ''}”`,
      survey_reminder: (who, _, where) => `${who} reminds you of the survey “${where ?? ''}”`,
      survey_answered: (who, _, where) => `${who} answered the survey “${where ?? ''}”`,
      survey_answer_denied: (_, __, where) =>
        `Someone couldn’t answer the survey “${where ?? ''}” because it no longer takes answers`,
      school_posted: (who) => `${who} posted on the school feed`,
      club_posted: (who, _, where) => `${who} posted in ${where ?? 'a club'}`,
      club_announced: (_, __, where) => `${where ?? 'A club'} posted something new`,
      news_posted: (_, __, where) => `News from ${where ?? 'a club'}`,
      news_created: (who, _, where) => `${who} published news in ${where ?? 'a club'}`,
      post_mentioned: (who) => `${who} mentioned you in a post`,
      club_mentioned: (_, __, where) => `${where ?? 'A club'} mentioned you in a post`,
      comment_mentioned: (who) => `${who} mentioned you in a comment`,
      topic_commented: (who, _, where) => `${who} replied to a topic in ${where ?? 'a forum'}`,
      post_commented: (who) => `${who} commented on a post you follow`,
      post_liked: (who) => `${who} liked your post`,
      comment_liked: (who) => `${who} liked your comment`,
      member_joined: (who, _, where) => `${who} joined ${where ?? 'your club'}`,
      member_requested: (who, isOne, where) =>
        `${who} ${isOne ? 'wants' : 'want'} to join ${where ?? 'your club'}`,
      officer_added: (who, isOne, where) =>
        `${who} ${isOne ? 'is' : 'are'} now an officer of ${where ?? 'your club'}`,
      submission_waiting: (who, _, title) => `${who} submitted “${title}” for your review`,
      submission_reminder: (_who, _, title) => `“${title}” is still waiting for your review`,
      submission_commented: (who, _, title) => `${who} commented on “${title}”`,
      submission_changes_requested: (who, _, title) => `${who} requested changes to “${title}”`,
      submission_approved: (who, _, title) => `${who} approved “${title}”`,
      submission_denied: (who, _, title) => `${who} denied “${title}”`,
      club_accepted: (who, _, title) => `${who} accepted your request to join ${title ?? ''}`,
      club_declined: (_who, _, title) => `Your request to join ${title ?? ''} wasn’t accepted`,
      club_invited: (who, _, title) => `${who} invited you to join ${title ?? ''}`,
      club_position_given: (who, _, title) => `${who} made you an officer of ${title ?? ''}`,
      club_officer_asked: (who, _, title) => `${who} asked you to be an officer: ${title}`,
      club_renewal_due: (_who, _, title) => `${title} has to be renewed soon`,
      club_frozen: (_who, _, title) => `${title} was frozen because it wasn’t renewed`,
      club_frozen_by_staff: (_who, _, title) => `${title} was frozen by staff`,
      booking_made: (who, _, title) => `${who} booked a meeting with you: ${title}`,
      booking_requested: (who, _, title) => `${who} asked for a meeting with you: ${title}`,
      booking_confirmed: (who, _, title) => `${who} confirmed your meeting: ${title}`,
      booking_moved: (who, _, title) => `${who} moved your meeting: ${title}`,
      booking_canceled: (who, _, title) => `${who} canceled your meeting: ${title}`,
      booking_near: (who, _, title) => `Your meeting with ${who} is soon: ${title}`,
      booking_freed: (who) => `${who} has a free time for a meeting`,
      booking_held: (who, _, title) => `${who} has a time held for you: ${title ?? ''}`,
      calendar_alert: (_who, _, title) => `Coming up: ${title ?? ''}`,
      event_reminder: (_who, _, title) => `Coming up: ${title ?? ''}`,
      event_feedback: (_who, _, title) => `How was ${title ?? ''}? Tell the hosts`,
      event_moved: (_who, _, title) => `${title ?? ''} has a new time or place`,
      event_called_off: (_who, _, title) => `${title ?? ''} was canceled`,
      event_date_called_off: (_who, _, title) => `A date of ${title ?? ''} was canceled`,
      event_promoted: (_who, _, title) => `You got a place at ${title ?? ''}`,
      event_offer_over: (_who, _, title) =>
        `The place held for you at ${title ?? ''} is no longer yours`,
      event_offered: (_who, _, title) =>
        `A place at ${title ?? ''} is held for you. Take it in time`,
      event_promotion: (who, _, title) => `${who} got a place from the waitlist of ${title ?? ''}`,
      event_registered: (who, _, title) => `${who} registered for ${title ?? ''}`,
      event_created: (who, _, title) => `${who} created the event ${title ?? ''}`,
      event_invited: (who, _, title) => `${who} invited you to ${title ?? ''}`,
      event_cohost_asked: (who, _, title) => `${who} asked your club to co-host ${title ?? ''}`,
      event_proposed: (who, _, title) => `${who} proposed the event ${title ?? ''}`,
      event_published: (_who, _, title) => `${title ?? ''}, which you proposed, is published`,
      event_refused: (_who, _, title) =>
        `${title ?? ''}, which you proposed, wasn’t approved by the school`,
      event_accepted: (_who, _, title) => `Your place at ${title ?? ''} is confirmed`,
      event_declined: (_who, _, title) => `Your registration for ${title ?? ''} was declined`,
      course_work_added: (_who, _, title) => `New to do: ${title ?? ''}`,
      course_work_moved: (_who, _, title) => `New due date: ${title ?? ''}`,
      course_work_near: (_who, _, title) => `Due soon: ${title ?? ''}`,
      course_announced: (_who, _, title) => `Announcement: ${title ?? ''}`,
      course_graded: (_who, _, title) => `Graded: ${title ?? ''}`,
      badge_awarded: (_who, _, title) => `You were awarded the badge “${title ?? ''}”`,
      badge_revoked: (_who, _, title) => `The badge “${title ?? ''}” was taken back`,
      experience_revoked: (_who, _, title) =>
        `“${title ?? ''}” on your record is no longer verified`,
      document_revoked: (_who, _, title) => `Your document ${title ?? ''} was revoked`,
    },
    hidden: (count) =>
      count === 1 ? 'You have a new notification' : `You have ${count} new notifications`,
    subject: (count) => (count === 1 ? 'A notification for you' : `${count} notifications for you`),
    more: (count) => (count === 1 ? 'And one more.' : `And ${count} more.`),
    open: 'Open',
    all: 'See all notifications',
    settings: 'Change email settings',
    leave: 'Stop notification emails',
  },
  de: {
    dir: 'ltr',
    somebody: 'Jemand',
    both: (one, two) => `${one} und ${two}`,
    others: (one, more) => `${one} und ${more} weitere`,
    happened: {
      connection_requested: (who, isOne) =>
        `${who} ${isOne ? 'möchte' : 'möchten'} sich mit dir verbinden`,
      connection_accepted: (who, isOne) =>
        `${who} ${isOne ? 'hat' : 'haben'} deine Anfrage angenommen`,
      message_written: (who, _, where) =>
        where === null ? `${who} hat dir geschrieben` : `${who} hat in ${where} geschrieben`,
      survey_published: (who, isOne, where) =>
        `${who} ${isOne ? 'hat' : 'haben'} dir die Umfrage „${where ?? ''}“ gesendet`,
      survey_reminder: (who, isOne, where) =>
        `${who} ${isOne ? 'erinnert' : 'erinnern'} dich an die Umfrage „${where ?? ''}“`,
      survey_answered: (who, isOne, where) =>
        `${who} ${isOne ? 'hat' : 'haben'} auf die Umfrage „${where ?? ''}“ geantwortet`,
      survey_answer_denied: (_, __, where) =>
        `Jemand konnte auf die Umfrage „${where ?? ''}“ nicht antworten, weil sie keine Antworten mehr annimmt`,
      school_posted: (who, isOne) =>
        `${who} ${isOne ? 'hat' : 'haben'} im Feed der Schule gepostet`,
      club_posted: (who, isOne, where) =>
        `${who} ${isOne ? 'hat' : 'haben'} in ${where ?? 'einem Club'} gepostet`,
      club_announced: (_, __, where) => `Neuer Beitrag von ${where ?? 'einem Club'}`,
      news_posted: (_, __, where) => `Neuigkeiten von ${where ?? 'einem Club'}`,
      news_created: (who, isOne, where) =>
        `${who} ${isOne ? 'hat' : 'haben'} eine Neuigkeit in ${where ?? 'einem Club'} veröffentlicht`,
      post_mentioned: (who, isOne) =>
        `${who} ${isOne ? 'hat' : 'haben'} dich in einem Beitrag erwähnt`,
      club_mentioned: (_, __, where) => `${where ?? 'Ein Club'} hat dich in einem Beitrag erwähnt`,
      comment_mentioned: (who, isOne) =>
        `${who} ${isOne ? 'hat' : 'haben'} dich in einem Kommentar erwähnt`,
      topic_commented: (who, isOne, where) =>
        `${who} ${isOne ? 'hat' : 'haben'} in einem Thema von ${where ?? 'einem Forum'} geantwortet`,
      post_commented: (who, isOne) =>
        `${who} ${isOne ? 'hat' : 'haben'} einen Beitrag kommentiert, dem du folgst`,
      post_liked: (who) => `${who} gefällt dein Beitrag`,
      comment_liked: (who) => `${who} gefällt dein Kommentar`,
      member_joined: (who, isOne, where) =>
        `${who} ${isOne ? 'ist' : 'sind'} ${where ?? 'deinem Club'} beigetreten`,
      member_requested: (who, isOne, where) =>
        `${who} ${isOne ? 'möchte' : 'möchten'} ${where ?? 'deinem Club'} beitreten`,
      officer_added: (who, isOne, where) =>
        `${who} ${isOne ? 'hat' : 'haben'} jetzt ein Amt in ${where ?? 'deinem Club'}`,
      submission_waiting: (who, _, title) => `${who} hat dir „${title}“ zur Prüfung eingereicht`,
      submission_reminder: (_who, _, title) => `„${title}“ wartet noch auf deine Prüfung`,
      submission_commented: (who, isOne, title) =>
        `${who} ${isOne ? 'hat' : 'haben'} „${title}“ kommentiert`,
      submission_changes_requested: (who, _, title) =>
        `${who} hat Änderungen an „${title}“ angefordert`,
      submission_approved: (who, _, title) => `${who} hat „${title}“ genehmigt`,
      submission_denied: (who, _, title) => `${who} hat „${title}“ abgelehnt`,
      club_accepted: (who, _, title) => `${who} hat deine Anfrage an ${title ?? ''} angenommen`,
      club_declined: (_who, _, title) => `Deine Anfrage an ${title ?? ''} wurde nicht angenommen`,
      club_invited: (who, _, title) => `${who} lädt dich zu ${title ?? ''} ein`,
      club_position_given: (who, _, title) => `${who} hat dir ein Amt in ${title ?? ''} gegeben`,
      club_officer_asked: (who, _, title) => `${who} möchte dir ein Amt übertragen: ${title}`,
      club_renewal_due: (_who, _, title) => `${title} muss bald erneuert werden`,
      club_frozen: (_who, _, title) =>
        `${title} wurde eingefroren, weil der Club nicht erneuert wurde`,
      club_frozen_by_staff: (_who, _, title) => `${title} wurde von der Verwaltung eingefroren`,
      booking_made: (who, _, title) => `${who} hat einen Termin bei dir gebucht: ${title}`,
      booking_requested: (who, _, title) => `${who} fragt einen Termin bei dir an: ${title}`,
      booking_confirmed: (who, _, title) => `${who} hat euren Termin bestätigt: ${title}`,
      booking_moved: (who, _, title) => `${who} hat euren Termin verschoben: ${title}`,
      booking_canceled: (who, _, title) => `${who} hat euren Termin abgesagt: ${title}`,
      booking_near: (who, _, title) => `Bald ist dein Termin mit ${who}: ${title}`,
      booking_freed: (who) => `Bei ${who} ist ein Termin frei geworden`,
      booking_held: (who, _, title) =>
        `Bei ${who} ist ein Termin für dich reserviert: ${title ?? ''}`,
      calendar_alert: (_who, _, title) => `Demnächst: ${title ?? ''}`,
      event_reminder: (_who, _, title) => `Demnächst: ${title ?? ''}`,
      event_feedback: (_who, _, title) => `Wie war ${title ?? ''}? Sag es den Veranstaltern`,
      event_moved: (_who, _, title) => `${title ?? ''} hat eine neue Zeit oder einen neuen Ort`,
      event_called_off: (_who, _, title) => `${title ?? ''} wurde abgesagt`,
      event_date_called_off: (_who, _, title) => `Ein Termin von ${title ?? ''} wurde abgesagt`,
      event_promoted: (_who, _, title) => `Du hast einen Platz bei ${title ?? ''} bekommen`,
      event_offer_over: (_who, _, title) =>
        `Bei ${title ?? ''} ist kein Platz mehr für dich freigehalten`,
      event_offered: (_who, _, title) =>
        `Ein Platz bei ${title ?? ''} ist für dich frei gehalten. Nimm ihn rechtzeitig an`,
      event_promotion: (who, _, title) => `${who}: Platz von der Warteliste von ${title ?? ''}`,
      event_registered: (who, _, title) => `${who}: Anmeldung zu ${title ?? ''}`,
      event_created: (who, _, title) => `${who}: neue Veranstaltung ${title ?? ''}`,
      event_invited: (who, isOne, title) =>
        `${who} ${isOne ? 'lädt' : 'laden'} dich zu ${title ?? ''} ein`,
      event_cohost_asked: (who, isOne, title) =>
        `${who} ${isOne ? 'hat' : 'haben'} deinen Club gebeten, ${title ?? ''} mit zu veranstalten`,
      event_proposed: (who, _, title) =>
        `${who} hat die Veranstaltung ${title ?? ''} vorgeschlagen`,
      event_published: (_who, _, title) => `${title ?? ''}, dein Vorschlag, ist veröffentlicht`,
      event_refused: (_who, _, title) =>
        `${title ?? ''}, dein Vorschlag, wurde von der Schule nicht genehmigt`,
      event_accepted: (_who, _, title) => `Dein Platz bei ${title ?? ''} ist bestätigt`,
      event_declined: (_who, _, title) => `Deine Anmeldung zu ${title ?? ''} wurde abgelehnt`,
      course_work_added: (_who, _, title) => `Neue Aufgabe: ${title ?? ''}`,
      course_work_moved: (_who, _, title) => `Neuer Abgabetermin: ${title ?? ''}`,
      course_work_near: (_who, _, title) => `Bald fällig: ${title ?? ''}`,
      course_announced: (_who, _, title) => `Ankündigung: ${title ?? ''}`,
      course_graded: (_who, _, title) => `Benotet: ${title ?? ''}`,
      badge_awarded: (_who, _, title) => `Du hast das Abzeichen „${title ?? ''}“ erhalten`,
      badge_revoked: (_who, _, title) => `Das Abzeichen „${title ?? ''}“ wurde zurückgenommen`,
      experience_revoked: (_who, _, title) =>
        `„${title ?? ''}“ in deinem Engagement-Nachweis ist nicht mehr bestätigt`,
      document_revoked: (_who, _, title) => `Dein Dokument ${title ?? ''} wurde widerrufen`,
    },
    hidden: (count) =>
      count === 1
        ? 'Du hast eine neue Benachrichtigung'
        : `Du hast ${count} neue Benachrichtigungen`,
    subject: (count) =>
      count === 1 ? 'Eine Benachrichtigung für dich' : `${count} Benachrichtigungen für dich`,
    more: (count) => (count === 1 ? 'Und eine weitere.' : `Und ${count} weitere.`),
    open: 'Öffnen',
    all: 'Alle Benachrichtigungen ansehen',
    settings: 'E-Mail-Einstellungen ändern',
    leave: 'Keine Benachrichtigungen mehr per E-Mail',
  },
  ar: {
    dir: 'rtl',
    somebody: 'شخص ما',
    both: (one, two) => `${one} و${two}`,
    others: (one, more) => `${one} وآخرون (${more})`,
    happened: {
      connection_requested: (who) => `طلب تواصل معك من ${who}`,
      connection_accepted: (who) => `تم قبول طلب تواصلك من ${who}`,
      message_written: (who, _, where) =>
        where === null ? `رسالة إليك من ${who}` : `رسالة من ${who} في ${where}`,
      survey_published: (who, _, where) => `استبيان جديد من ${who}: «${where ?? ''}»`,
      survey_reminder: (who, _, where) => `تذكير من ${who} بالاستبيان «${where ?? ''}»`,
      survey_answered: (who, _, where) => `إجابة من ${who} عن الاستبيان «${where ?? ''}»`,
      survey_answer_denied: (_, __, where) =>
        `تعذرت على أحدهم الإجابة عن الاستبيان «${where ?? ''}» لأنه لم يعد يقبل الإجابات`,
      school_posted: (who) => `منشور جديد من ${who} في منشورات المدرسة`,
      club_posted: (who, _, where) => `منشور جديد من ${who} في ${where ?? 'نادٍ'}`,
      club_announced: (_, __, where) => `منشور جديد من ${where ?? 'نادٍ'}`,
      news_posted: (_, __, where) => `أخبار من ${where ?? 'نادٍ'}`,
      news_created: (who, _, where) => `خبر جديد من ${who} في ${where ?? 'نادٍ'}`,
      post_mentioned: (who) => `أشار إليك ${who} في منشور`,
      club_mentioned: (_, __, where) => `أشار إليك ${where ?? 'نادٍ'} في منشور`,
      comment_mentioned: (who) => `أشار إليك ${who} في تعليق`,
      topic_commented: (who, _, where) => `رد من ${who} على موضوع في ${where ?? 'منتدى'}`,
      post_commented: (who) => `تعليق من ${who} على منشور تتابعه`,
      post_liked: (who) => `أعجب منشورك ${who}`,
      comment_liked: (who) => `أعجب تعليقك ${who}`,
      member_joined: (who, _, where) => `انضمام ${who} إلى ${where ?? 'ناديك'}`,
      member_requested: (who, _, where) => `طلب من ${who} للانضمام إلى ${where ?? 'ناديك'}`,
      officer_added: (who, _, where) => `${who} ضمن مسؤولي ${where ?? 'ناديك'} الآن`,
      submission_waiting: (who, _, title) => `طلب للمراجعة من ${who}: «${title}»`,
      submission_reminder: (_who, _, title) => `لا يزال «${title}» بانتظار مراجعتك`,
      submission_commented: (who, _, title) => `تعليق من ${who} على «${title}»`,
      submission_changes_requested: (who, _, title) => `تعديلات مطلوبة على «${title}» من ${who}`,
      submission_approved: (who, _, title) => `تمت الموافقة على «${title}» من ${who}`,
      submission_denied: (who, _, title) => `تم رفض «${title}» من ${who}`,
      club_accepted: (who, _, title) => `تم قبول طلب انضمامك إلى ${title ?? ''} من ${who}`,
      club_declined: (_who, _, title) => `لم يُقبل طلب انضمامك إلى ${title ?? ''}`,
      club_invited: (who, _, title) => `دعوة من ${who} للانضمام إلى ${title ?? ''}`,
      club_position_given: (who, _, title) => `منحك ${who} منصبًا في ${title ?? ''}`,
      club_officer_asked: (who, _, title) => `طلب منك ${who} تولي منصب: ${title}`,
      club_renewal_due: (_who, _, title) => `يجب تجديد ${title} قريبًا`,
      club_frozen: (_who, _, title) => `تم تجميد ${title} لعدم تجديده`,
      club_frozen_by_staff: (_who, _, title) => `جمّد موظفو الجامعة ${title}`,
      booking_made: (who, _, title) => `موعد جديد معك حجزه ${who}: ${title}`,
      booking_requested: (who, _, title) => `طلب موعد معك من ${who}: ${title}`,
      booking_confirmed: (who, _, title) => `تم تأكيد موعدك مع ${who}: ${title}`,
      booking_moved: (who, _, title) => `تغيّر موعدك مع ${who}: ${title}`,
      booking_canceled: (who, _, title) => `أُلغي موعدك مع ${who}: ${title}`,
      booking_near: (who, _, title) => `اقترب موعدك مع ${who}: ${title}`,
      booking_freed: (who) => `أصبح لدى ${who} موعد متاح`,
      booking_held: (who, _, title) => `موعد محجوز لك لدى ${who}: ${title ?? ''}`,
      calendar_alert: (_who, _, title) => `قريبًا: ${title ?? ''}`,
      event_reminder: (_who, _, title) => `قريبًا: ${title ?? ''}`,
      event_feedback: (_who, _, title) => `كيف كانت ${title ?? ''}؟ أخبر المنظمين برأيك`,
      event_moved: (_who, _, title) => `وقت أو مكان جديد: ${title ?? ''}`,
      event_called_off: (_who, _, title) => `أُلغيت الفعالية ${title ?? ''}`,
      event_date_called_off: (_who, _, title) => `أُلغي أحد مواعيد ${title ?? ''}`,
      event_promoted: (_who, _, title) => `حصلت على مكان في ${title ?? ''}`,
      event_offer_over: (_who, _, title) => `لم يعد المكان المحجوز لك في ${title ?? ''} محجوزًا`,
      event_offered: (_who, _, title) => `مكان في ${title ?? ''} محجوز لك. أكّده في الوقت المحدد`,
      event_promotion: (who, _, title) => `حصل ${who} على مكان من قائمة الانتظار: ${title ?? ''}`,
      event_registered: (who, _, title) => `تسجيل ${who} في ${title ?? ''}`,
      event_created: (who, _, title) => `فعالية جديدة من ${who}: ${title ?? ''}`,
      event_invited: (who, _, title) => `دعوة من ${who} إلى ${title ?? ''}`,
      event_cohost_asked: (who, _, title) => `طلب ${who} من ناديك المشاركة في تنظيم ${title ?? ''}`,
      event_proposed: (who, _, title) => `اقترح ${who} الفعالية ${title ?? ''}`,
      event_published: (_who, _, title) => `نُشرت ${title ?? ''} التي اقترحتها`,
      event_refused: (_who, _, title) => `لم توافق المدرسة على ${title ?? ''} التي اقترحتها`,
      event_accepted: (_who, _, title) => `تم تأكيد مكانك في ${title ?? ''}`,
      event_declined: (_who, _, title) => `رُفض تسجيلك في ${title ?? ''}`,
      course_work_added: (_who, _, title) => `مهمة جديدة: ${title ?? ''}`,
      course_work_moved: (_who, _, title) => `موعد تسليم جديد: ${title ?? ''}`,
      course_work_near: (_who, _, title) => `موعد التسليم قريب: ${title ?? ''}`,
      course_announced: (_who, _, title) => `إعلان: ${title ?? ''}`,
      course_graded: (_who, _, title) => `تم تقييم: ${title ?? ''}`,
      badge_awarded: (_who, _, title) => `حصلت على الوسام «${title ?? ''}»`,
      badge_revoked: (_who, _, title) => `سُحب الوسام «${title ?? ''}»`,
      experience_revoked: (_who, _, title) => `لم يعد «${title ?? ''}» في سجلك موثقًا`,
      document_revoked: (_who, _, title) => `أُلغيت وثيقتك ${title ?? ''}`,
    },
    hidden: (count) => (count === 1 ? 'لديك إشعار جديد' : `إشعارات جديدة لك: ${count}`),
    subject: (count) => (count === 1 ? 'إشعار لك' : `إشعارات لك: ${count}`),
    more: (count) => `والمزيد: ${count}.`,
    open: 'فتح',
    all: 'عرض كل الإشعارات',
    settings: 'تغيير إعدادات البريد',
    leave: 'إيقاف الإشعارات بالبريد',
  },
};

/** The content of a notification for its text. */
export interface PhraseInput {
  readonly kind: NotificationKind;
  readonly people: readonly { firstName: string; lastName: string }[];
  readonly peopleCount: number;
  readonly conversation: { readonly name: string | null } | null;
  readonly club: { readonly name: string } | null;
  readonly about: { readonly title: string; readonly note: string } | null;
}

/** Returns a notification as one sentence. */
export const sentenceOf = (
  language: Spoken,
  { kind, people, peopleCount, conversation, club, about }: PhraseInput,
): string => {
  const say = phrases[language];
  const [one = say.somebody, two] = people.map(({ firstName, lastName }) =>
    `${firstName} ${lastName}`.trim(),
  );
  const isPair = peopleCount === 2 && two !== undefined;
  const who =
    peopleCount <= 1 ? one : isPair ? say.both(one, two) : say.others(one, peopleCount - 1);
  const where = about?.title ?? conversation?.name ?? club?.name ?? null;
  const sentence = say.happened[kind](who, peopleCount <= 1, where);
  return about === null || about.note === '' ? sentence : `${sentence}: ${about.note}`;
};
