// usage: node onnx.js MODEL PLANES OUT
// Asks a model for positions, whose planes are float32 in the file PLANES, and writes the logits of
// all of them, then their values, to OUT.
const fs = require('fs')
const ort = require('onnxruntime-node')

const floats = file => {
  const bytes = fs.readFileSync(file)
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

async function main ([model, file, out]) {
  const session = await ort.InferenceSession.create(model, { intraOpNumThreads: 1 })
  const planes = floats(file)
  const size = session.inputMetadata[0].shape.slice(1).reduce((a, b) => a * b)
  const input = new ort.Tensor('float32', planes, [planes.length / size, ...session.inputMetadata[0].shape.slice(1)])
  const { policy, value } = await session.run({ planes: input })
  fs.writeFileSync(out, Buffer.concat([policy.data, value.data].map(a => Buffer.from(a.buffer, a.byteOffset, a.byteLength))))
}

main(process.argv.slice(2)).catch(err => { console.error(err); process.exit(1) })
