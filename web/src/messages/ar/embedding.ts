import type { Translation } from '../../lib/messages.ts';

export const embedding = {
  'embedding.title': 'التضمين',
  'embedding.list': 'الصفحات المضيفة',
  'embedding.listBody':
    'يجوز للصفحات في هذه العناوين أن تعرض حرمك الجامعي داخلها. ولا يمكن ذلك لغيرها.',
  'embedding.origin': 'عنوان صفحة',
  'embedding.originBody':
    '‏https:// ثم اسم، مثل https://portal.example.edu. وعلى جهازك يكفي http://localhost:5173.',
  'embedding.add': 'السماح',
  'embedding.added': 'يجوز لـ {origin} تضمين حرمك الجامعي.',
  'embedding.none': 'لا يجوز لأي صفحة تضمين حرمك الجامعي بعد',
  'embedding.noneBody': 'اسمح أعلاه بعنوان بوابتك، فتعرض الملفات الشخصية والدليل.',
  'embedding.remove': 'إزالة',
  'embedding.removeNamed': 'إزالة {origin}',
  'embedding.removed': 'لم يعد بإمكان {origin} تضمين حرمك الجامعي.',
  'embedding.undo': 'تراجع',
  'embedding.snippet': 'ضعه في صفحتك',
  'embedding.snippetBody':
    'يعرض هذا ملف من سجّل الدخول ويكبر معه. ومن لم يسجّل الدخول يمكنه ذلك هناك.',
  'embedding.code': 'HTML',
  'embedding.keyHint':
    'هل يعرف خادمك من هو كل شخص؟ بمفتاح واجهة برمجية نطاقه «embed» يسجّل دخول الأشخاص هناك بنفسه.',
  'error.notAnOrigin': 'اكتب https:// ثم اسمًا دون شيء بعده، مثل https://portal.example.edu.',
  'error.tooManyOrigins': 'يمكن للمؤسسة السماح بـ 20 عنوانًا. أزل واحدًا أولًا.',
  'audit.embed_origins_changed': 'غيّر الصفحات التي يجوز لها تضمين الحرم الجامعي',
  'audit.embed_code_made': 'أنشأ رمزًا يسجّل دخول شخص في صفحة أخرى',
} satisfies Translation;
