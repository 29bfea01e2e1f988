import type { Translation } from '../translation.ts';

export const embedding = {
  'embedding.title': 'التضمين',
  'embedding.list': 'المواقع المسموح بها',
  'embedding.listBody': 'لا يمكن إلا لهذه المواقع عرض حرمك الجامعي في إطار.',
  'embedding.origin': 'عنوان الموقع',
  'embedding.originBody': 'مثل https://portal.example.edu، أو http://localhost:5173 للتجربة.',
  'embedding.add': 'السماح',
  'embedding.added': 'يمكن الآن لـ {origin} تضمين حرمك الجامعي.',
  'embedding.none': 'لا مواقع مسموح بها بعد',
  'embedding.noneBody': 'أضف عنوان بوابتك لعرض الملفات الشخصية والدليل هناك.',
  'embedding.remove': 'إزالة',
  'embedding.removeNamed': 'إزالة {origin}',
  'embedding.removed': 'لم يعد بإمكان {origin} تضمين حرمك الجامعي.',
  'embedding.snippet': 'رمز التضمين',
  'embedding.snippetBody':
    'يعرض ملف من سجّل الدخول ويضبط حجمه تلقائيًا. ويمكن لغيره تسجيل الدخول هناك.',
  'embedding.code': 'HTML',
  'embedding.keyHint':
    'هل يعرف خادمك من سجّل الدخول؟ بمفتاح واجهة برمجية نطاقه «embed» يمكنه تسجيل دخول الأشخاص تلقائيًا.',
  'error.notAnOrigin': 'أدخل https:// واسم المضيف فقط، مثل https://portal.example.edu.',
  'error.tooManyOrigins': 'يمكنك السماح بما يصل إلى 20 موقعًا. أزل واحدًا أولًا.',
  'audit.embed_origins_changed': 'غيّر مواقع التضمين المسموح بها',
  'audit.embed_code_made': 'أنشأ رمز تسجيل دخول لموقع آخر',
} satisfies Translation;
