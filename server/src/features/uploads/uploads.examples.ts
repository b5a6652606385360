import { type Examples, entry } from '../../../test/example-world.ts'

export const examples: Examples = {
  postEntityUploads: ({ id }) => ({
    params: entry(id),
    body: { action: 'createfromstring', file_type: 'json', real_name: 'run.json', content: '{"pH": 7.4}' },
  }),
  postEntityUpload: ({ id, upload }) => ({ params: { ...entry(id), subid: upload }, body: { action: 'duplicate' } }),
  postEntityUploadFromText: ({ id }) => ({
    params: entry(id),
    body: { file_type: 'json', real_name: 'run.json', content: '{"pH": 7.4}' },
  }),
  postEntityUploadAction: ({ id, upload }) => ({
    params: { ...entry(id), subid: upload },
    body: { action: 'duplicate' },
  }),
  patchEntityUpload: ({ id, upload }) => ({ params: { ...entry(id), subid: upload }, body: { comment: 'Lane 2' } }),
  deleteEntityUpload: ({ id, upload }) => ({ params: { ...entry(id), subid: upload } }),
}
