// How each place of a face agrees with those around it in another: forward and backward, for train_faces.py.
// a, b: n faces of side x side places with c numbers each; out: n, side, side, (2 slip + 1)^2.
#include <string.h>

void agree(const float *a, const float *b, float *out, int n, int side, int c, int slip) {
  int w = 2 * slip + 1;
  for (int i = 0; i < n; i++)
    for (int y = 0; y < side; y++)
      for (int x = 0; x < side; x++) {
        const float *p = a + ((i * side + y) * side + x) * c;
        float *o = out + (long)((i * side + y) * side + x) * w * w;
        for (int dy = -slip; dy <= slip; dy++)
          for (int dx = -slip; dx <= slip; dx++, o++) {
            int v = y + dy, u = x + dx;
            if (v < 0 || u < 0 || v >= side || u >= side) { *o = 0; continue; }
            const float *q = b + ((i * side + v) * side + u) * c;
            float s = 0;
            for (int k = 0; k < c; k++) s += p[k] * q[k];
            *o = s;
          }
      }
}

void agree_back(const float *a, const float *b, const float *g, float *ga, float *gb, int n, int side, int c, int slip) {
  int w = 2 * slip + 1;
  memset(ga, 0, sizeof(float) * n * side * side * c);
  memset(gb, 0, sizeof(float) * n * side * side * c);
  for (int i = 0; i < n; i++)
    for (int y = 0; y < side; y++)
      for (int x = 0; x < side; x++) {
        int at = ((i * side + y) * side + x) * c;
        const float *o = g + (long)((i * side + y) * side + x) * w * w;
        for (int dy = -slip; dy <= slip; dy++)
          for (int dx = -slip; dx <= slip; dx++, o++) {
            int v = y + dy, u = x + dx;
            if (v < 0 || u < 0 || v >= side || u >= side) continue;
            int to = ((i * side + v) * side + u) * c;
            float s = *o;
            for (int k = 0; k < c; k++) { ga[at + k] += s * b[to + k]; gb[to + k] += s * a[at + k]; }
          }
      }
}
